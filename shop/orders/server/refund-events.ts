import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { refundFound, refundProcessed } from "#shop/payments/events.ts";
import { findPayment } from "#shop/payments/server/index.ts";
import { orderRefunded } from "../events.ts";
import { wasPaid } from "../status.ts";
import { changePaymentStatus, publishChange } from "./change-status.ts";
import { lockOrder } from "./list-orders.ts";
import { hasInvoice, issueInvoice } from "./issue-invoice.ts";
import { payOrder } from "./payment-events.ts";
import { bookFoundRefunds } from "./refunds.ts";
import { orderRefund, type OrderRefundRow, type OrderRow } from "./tables.ts";

/** Locks the order and stores its refunds. If the payment's event is not handled yet, first marks the order as paid. */
async function lockRefunded(context: Context, tx: Tx, orderId: string): Promise<OrderRow | null> {
  const order = await lockOrder(tx, orderId);
  if (!order || wasPaid(order.paymentStatus)) return order && bookFoundRefunds(context, tx, order);
  const paid = await findPayment(tx, orderId);
  await payOrder(context, tx, orderId, paid?.method ?? "online");
  const locked = await lockOrder(tx, orderId);
  return locked && wasPaid(locked.paymentStatus) ? bookFoundRefunds(context, tx, locked) : locked;
}

export const onRefundFound = defineSubscriber(refundFound, "orders.refund-found", (context, { orderId }) =>
  context.transact(async (tx) => void (await lockRefunded(context, tx, orderId))),
);

export const onRefundProcessed = defineSubscriber(
  refundProcessed,
  "orders.refund-processed",
  (context, { orderId, refundId, amountPaise }) =>
    context.transact(async (tx) => {
      const order = await lockRefunded(context, tx, orderId);
      const processed = order && (await markProcessed(context, tx, order, refundId));
      if (!processed) return;
      const refunded = (await recordRefunded(context, tx, order)) ?? order;
      const creditNote = (await hasInvoice(tx, refunded))
        ? await issueInvoice(context, tx, refunded, "credit-note", {
            amount: amountPaise,
            refundId: processed.id,
            pieces: processed.pieces,
          })
        : null;
      await publishChange(context, tx, refunded);
      const { accountId } = refunded;
      await context.outbox.publish(tx, orderRefunded, {
        orderId,
        accountId,
        amountPaise,
        refundId: processed.id,
        ...(creditNote !== null && { creditNote }),
      });
    }),
);

async function markProcessed(
  context: Context,
  tx: Tx,
  order: OrderRow,
  refundId: string | undefined,
): Promise<OrderRefundRow | null> {
  const condition = refundId === undefined ? eq(orderRefund.orderId, order.id) : eq(orderRefund.id, refundId);
  const [updated] = await tx
    .update(orderRefund)
    .set({ processedAt: context.now() })
    .where(and(condition, eq(orderRefund.orderId, order.id), isNull(orderRefund.processedAt)))
    .returning();
  return updated ?? null;
}

async function recordRefunded(context: Context, tx: Tx, order: OrderRow): Promise<OrderRow | null> {
  const open = await tx
    .select({ id: orderRefund.id })
    .from(orderRefund)
    .where(and(eq(orderRefund.orderId, order.id), isNull(orderRefund.processedAt)));
  return open.length > 0 ? null : changePaymentStatus(context, tx, order, "Refunded");
}
