import { eq } from "drizzle-orm";
import { formatRupees } from "#contract/money.ts";
import { formatDateTime } from "#contract/dates.ts";
import { defineCommand } from "#platform/command.ts";
import { findPayment } from "#server/payments";
import type { Context } from "#platform/context.ts";
import { toPlainOrder } from "./describe-for-operator.ts";
import { listOrderLines } from "./describe-orders.ts";
import { orderNote, type OrderRow, orders } from "./tables.ts";
import { createNoSuchOrderError } from "./lock-order.ts";
import { whereOrder } from "./order-id.ts";

export const show = defineCommand({
  noun: "orders",
  verb: "show",
  summary: "One order with its lines, payment and address.",
  args: [{ name: "orderId", summary: "the order, e.g. TRV-7K3M9Q" }],
  options: {},
  examples: ["orders show TRV-7K3M9Q"],
  run: async (context, { args }) => {
    const order = await findOrder(context, args["orderId"] ?? "");
    const lines = await listOrderLines(context.db, [order.id]);
    const payment = await findPayment(context.db, order.orderId);
    const notes = await context.db
      .select()
      .from(orderNote)
      .where(eq(orderNote.orderId, order.id))
      .orderBy(orderNote.writtenAt, orderNote.id);
    return {
      title: `Order ${order.orderId}`,
      facts: listFacts(order, payment),
      columns: ["Product", "Title", "Quantity", "Price", "Line total"],
      rows: lines.map((line) => [
        line.productId,
        line.title,
        line.quantity,
        formatRupees(line.unitPrice),
        formatRupees(line.unitPrice * line.quantity),
      ]),
      message: notes.map((note) => `${formatDateTime(note.writtenAt)}: ${note.words}`).join("\n"),
      data: { ...toPlainOrder(order), lines, payment, notes },
    };
  },
});

export const formatCustomer = ({ contact }: OrderRow): string =>
  `${contact.firstName} ${contact.lastName} <${contact.email}>`;

function listFacts(
  order: OrderRow,
  payment: Awaited<ReturnType<typeof findPayment>>,
): Record<string, string> {
  const { shippingAddress: to, companyInvoice: company } = order;
  return {
    Placed: formatDateTime(order.createdAt),
    Status: order.status,
    Payment: [order.paymentStatus, order.paymentMethod ?? "", payment?.flag ?? ""].filter(Boolean).join(", "),
    Customer: formatCustomer(order),
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
    ...(order.refundAmount !== null && { "Goes back": formatRupees(order.refundAmount) }),
    Subtotal: formatRupees(order.subtotal),
    [`CGST ${order.cgstRate}%`]: formatRupees(order.cgst),
    [`SGST ${order.sgstRate}%`]: formatRupees(order.sgst),
    Coupon: formatRupees(-order.coupon),
    "To pay": formatRupees(order.payable),
  };
}

async function findOrder(context: Context, given: string): Promise<OrderRow> {
  const [order] = await context.db.select().from(orders).where(whereOrder(given));
  if (!order) throw createNoSuchOrderError(given);
  return order;
}
