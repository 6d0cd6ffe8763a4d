import { eq } from "drizzle-orm";
import { rupees } from "#contract/money.ts";
import { shopDateTime } from "#contract/dates.ts";
import { command } from "#platform/command.ts";
import { paymentOf } from "#server/payments";
import type { Context } from "#platform/context.ts";
import { plainOrder } from "./describe-for-operator.ts";
import { linesOf } from "./describe-orders.ts";
import { orderNote, type OrderRow, orders } from "./tables.ts";
import { isOrder, noSuchOrder } from "./lock-order.ts";

export const show = command({
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

export const customerOf = ({ contact }: OrderRow): string =>
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

async function findOrder(context: Context, given: string): Promise<OrderRow> {
  const [order] = await context.db.select().from(orders).where(isOrder(given));
  if (!order) throw noSuchOrder(given);
  return order;
}
