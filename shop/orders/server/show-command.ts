import { eq } from "drizzle-orm";
import { formatRupees } from "#contract/money.ts";
import { formatDateTime } from "#contract/dates.ts";
import { defineCommand } from "#platform/operator/command.ts";
import { findPayment } from "#shop/payments/server/index.ts";
import type { Context } from "#platform/context.ts";
import { toPlainOrder } from "./describe-for-operator.ts";
import { listOrderFacts, listRefundFacts } from "./list-order-facts.ts";
import { listOrderLines } from "./describe-orders.ts";
import { listInvoices } from "./issue-invoice.ts";
import { orderId } from "./order-argument.ts";
import { orderNote, type OrderRow, orders } from "./tables.ts";
import { isPayable } from "../status.ts";
import { buildPaymentUrl } from "./payment-link.ts";
import { createNoSuchOrderError } from "./lock-order.ts";
import { listOrderRefunds } from "./refund-order.ts";
import { whereOrder } from "./order-id.ts";

export const show = defineCommand({
  noun: "orders",
  verb: "show",
  summary: "One order with its lines, payment and address.",
  args: [orderId],
  options: {},
  examples: ["orders show TRV-7K3M9Q"],
  run: async (context, { args }) => {
    const order = await findOrder(context, args["orderId"] ?? "");
    const lines = await listOrderLines(context.db, [order.id]);
    const payment = await findPayment(context.db, order.orderId);
    const papers = (await listInvoices(context.db, [order.id])).get(order.id) ?? [];
    const notes = await context.db
      .select()
      .from(orderNote)
      .where(eq(orderNote.orderId, order.id))
      .orderBy(orderNote.writtenAt, orderNote.id);
    const refunds = await listOrderRefunds(context.db, order.id);
    return {
      title: `Order ${order.orderId}`,
      facts: {
        ...listOrderFacts(order, payment, papers),
        ...listRefundFacts(refunds, lines),
        ...(order.byPhone &&
          isPayable({ ...order, orderStatus: order.status }) && {
            "Link to pay": buildPaymentUrl(context, order),
          }),
      },
      columns: ["Product", "Title", "Quantity", "Price", "Line total"],
      rows: lines.map((line) => [
        line.productId,
        line.title,
        line.quantity,
        formatRupees(line.unitPrice),
        formatRupees(line.unitPrice * line.quantity),
      ]),
      message: notes.map((note) => `${formatDateTime(note.writtenAt)}: ${note.words}`).join("\n"),
      data: { ...toPlainOrder(order), lines, payment, notes, invoices: papers, refunds },
    };
  },
});

async function findOrder(context: Context, given: string): Promise<OrderRow> {
  const [order] = await context.db.select().from(orders).where(whereOrder(given));
  if (!order) throw createNoSuchOrderError(given);
  return order;
}
