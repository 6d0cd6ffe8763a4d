import { and, desc, eq, gte, ilike, or, type SQL, sql } from "drizzle-orm";
import { rupees } from "#contract/money.ts";
import { shopDateTime } from "#contract/time.ts";
import { type Command, command } from "#platform/command.ts";
import type { Context } from "#platform/context.ts";
import { paymentOf } from "#server/payments";
import { type OrderStatus, orderStatuses } from "../status.ts";
import { dayOf, limitOf } from "./command-input.ts";
import { cancellationCommands } from "./cancellation-commands.ts";
import { plainOrder, refundMessage } from "./describe-for-operator.ts";
import { linesOf } from "./find-orders.ts";
import { fulfilmentCommands } from "./fulfilment-commands.ts";
import { invoiceCommands } from "./invoice-commands.ts";
import { isOrder, noSuchOrder } from "./lock-order.ts";
import { reportCommands } from "./report-commands.ts";
import { setStatus } from "./set-status.ts";
import { orderNote, type OrderRow, orders } from "./tables.ts";

const DEFAULT_LIMIT = 20;

const list = command({
  noun: "orders",
  verb: "list",
  summary: "The newest orders, or those that fit the filters.",
  args: [],
  options: {
    status: { summary: "only this status", choices: orderStatuses },
    since: { summary: "placed on this day or later, e.g. 2026-11-20" },
    customer: { summary: "a part of the customer's name or e-mail address" },
    limit: { summary: `how many at most (${DEFAULT_LIMIT})` },
  },
  examples: [
    "orders list",
    "orders list --status Processing --limit 50",
    "orders list --since 2026-11-01 --json",
  ],
  run: async (context, { options }) => {
    const limit = limitOf(options["limit"]) ?? DEFAULT_LIMIT;
    const rows = await context.db
      .select()
      .from(orders)
      .where(and(...filtersOf(options)))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(limit + 1);
    const shown = rows.slice(0, limit);
    return {
      columns: ["Order", "Placed", "Customer", "To pay", "Payment", "Status", "Cancellation"],
      rows: shown.map((order) => [
        order.orderId,
        shopDateTime(order.createdAt),
        customerOf(order),
        rupees(order.payable),
        order.paymentStatus,
        order.status,
        order.cancellationStatus ?? "",
      ]),
      message:
        shown.length === 0
          ? "No orders fit."
          : rows.length > limit
            ? `There are more: --limit ${limit * 2} shows them.`
            : "",
      data: shown.map(plainOrder),
    };
  },
});

const show = command({
  noun: "orders",
  verb: "show",
  summary: "One order with its lines, payment and address.",
  args: [{ name: "orderId", summary: "the order, e.g. TRV-7K3M9Q" }],
  options: {},
  examples: ["orders show TRV-7K3M9Q"],
  run: async (context, { args }) => {
    const order = await findOrder(context, args["orderId"] ?? "");
    const lines = await linesOf(context.db, [order.id]);
    const payment = await paymentOf(context.db, order.orderId);
    const notes = await context.db
      .select()
      .from(orderNote)
      .where(eq(orderNote.orderId, order.id))
      .orderBy(orderNote.writtenAt, orderNote.id);
    return {
      title: `Order ${order.orderId}`,
      facts: factsOf(order, payment),
      columns: ["Product", "Title", "Quantity", "Price", "Line total"],
      rows: lines.map((line) => [
        line.productId,
        line.title,
        line.quantity,
        rupees(line.unitPrice),
        rupees(line.unitPrice * line.quantity),
      ]),
      message: notes.map((note) => `${shopDateTime(note.writtenAt)}: ${note.words}`).join("\n"),
      data: { ...plainOrder(order), lines, payment, notes },
    };
  },
});

const setStatusCommand = command({
  noun: "orders",
  verb: "set-status",
  summary: "Moves an order on; the customer's open pages show it at once.",
  args: [
    { name: "orderId", summary: "the order, e.g. TRV-7K3M9Q" },
    { name: "status", summary: "its new status", choices: orderStatuses },
  ],
  options: {},
  confirm: ({ args }) => (args["status"] === "Cancelled" ? `Cancel ${args["orderId"]} for good?` : null),
  examples: ["orders set-status TRV-7K3M9Q Delivered"],
  run: async (context, { args }) => {
    const order = await setStatus(context, args["orderId"] ?? "", args["status"] as OrderStatus);
    return {
      message: [`${order.orderId} is ${order.status}.`, refundMessage(order) ?? ""].join(" ").trim(),
      data: plainOrder(order),
    };
  },
});

export const orderCommands: Command[] = [
  list,
  show,
  setStatusCommand,
  ...fulfilmentCommands,
  ...cancellationCommands,
  ...invoiceCommands,
  ...reportCommands,
];

function filtersOf(options: Readonly<Record<string, string | undefined>>): SQL[] {
  const { status, since, customer } = options;
  const filters: (SQL | undefined)[] = [
    status === undefined ? undefined : eq(orders.status, status as OrderStatus),
    since === undefined ? undefined : gte(orders.createdAt, dayOf(since)),
  ];
  if (customer !== undefined) {
    const part = `%${customer.replaceAll(/[\\%_]/g, "\\$&")}%`;
    const name = sql<string>`${orders.contact}->>'firstName' || ' ' || (${orders.contact}->>'lastName')`;
    filters.push(or(ilike(name, part), ilike(sql`${orders.contact}->>'email'`, part)));
  }
  return filters.filter((filter) => filter !== undefined);
}

async function findOrder(context: Context, given: string): Promise<OrderRow> {
  const [order] = await context.db.select().from(orders).where(isOrder(given));
  if (!order) throw noSuchOrder(given);
  return order;
}

const customerOf = ({ contact }: OrderRow): string =>
  `${contact.firstName} ${contact.lastName} <${contact.email}>`;

function factsOf(order: OrderRow, payment: Awaited<ReturnType<typeof paymentOf>>): Record<string, string> {
  const { shippingAddress: to, companyInvoice: company } = order;
  return {
    Placed: shopDateTime(order.createdAt),
    Status: order.status,
    Payment: [order.paymentStatus, order.paymentMethod ?? "", payment?.flag ?? ""].filter(Boolean).join(", "),
    Customer: customerOf(order),
    "Ship to": [to.street, to.city, to.state, to.zipCode, to.country].filter(Boolean).join(", "),
    Phone: to.phoneNumber,
    ...(company && {
      "Invoice to": `${company.name}, ${company.address} (${company.taxCode}, ${company.email})`,
    }),
    ...(order.notes && { Notes: order.notes }),
    ...(order.cancellationStatus && {
      Cancellation: [
        order.cancellationStatus,
        ...(order.cancellationReasons ?? []),
        order.cancellationComments ?? "",
        order.cancellationWords ?? "",
      ]
        .filter(Boolean)
        .join(" · "),
    }),
    ...(order.tracking && {
      Dispatched: [order.tracking.courier, order.tracking.number, order.tracking.link ?? ""]
        .filter(Boolean)
        .join(", "),
    }),
    ...(order.refundAmount !== null && { "Goes back": rupees(order.refundAmount) }),
    Subtotal: rupees(order.subtotal),
    [`CGST ${order.cgstRate}%`]: rupees(order.cgst),
    [`SGST ${order.sgstRate}%`]: rupees(order.sgst),
    Coupon: rupees(-order.coupon),
    "To pay": rupees(order.payable),
  };
}
