import { and, eq, isNull } from "drizzle-orm";
import { orderRefunded } from "../events.ts";
import { getPaymentDeadline } from "../holds.ts";
import { isAnonymised } from "#shop/documents/recipient.ts";
import { getUnrefunded } from "../status.ts";
import { wasPaid } from "#shop/payments/payment.ts";
import { getTransitionError } from "../order-transitions.ts";
import { paymentCaptured, paymentFailed, refundFound, refundProcessed } from "#shop/payments/events.ts";
import { findPayment } from "#shop/payments/server/index.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { changePaymentStatus, publishChange, publishEvent, changeStatus } from "./change-status.ts";
import { expireOrder } from "./cancellations.ts";
import { hasInvoice, issueInvoice } from "#shop/documents/server/index.ts";
import { lockOrder } from "./list-orders.ts";
import { reserveStock } from "#shop/inventory/server/index.ts";
import { addRates } from "#shop/pricing/gst.ts";
import { getRate } from "#shop/pricing/server/index.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { listOrderLines } from "./order-goods.ts";
import { bookFoundRefunds, startRefund } from "./refunds.ts";
import { orderRefund, type OrderRefundRow, type OrderRow } from "./tables.ts";

export const onPaymentCaptured = defineSubscriber(
  paymentCaptured,
  "orders.payment-captured",
  (context, { orderId, method }) => context.transact((tx) => payOrder(context, tx, orderId, method)),
);

/** After a failed attempt to pay, the order stays Pending, so that the customer can pay again (D60). */
export const onPaymentFailed = defineSubscriber(
  paymentFailed,
  "orders.payment-failed",
  (context, { orderId }) =>
    context.transact(async (tx) => {
      const order = await lockOrder(tx, orderId);
      const failed = order && (await changePaymentStatus(context, tx, order, "Failed"));
      if (failed) await publishChange(context, tx, failed);
    }),
);

/** Marks an order as paid, at most once, and issues the invoice. If the order had expired, restores or refunds it. */
export async function payOrder(context: Context, tx: Tx, orderId: string, method: string): Promise<void> {
  const pending = await lockOrder(tx, orderId);
  // An order past its deadline stays pending until the provider responds. If a tax rate has changed since the order
  // was placed, the order expires now, and the payment is refunded.
  const isLate = pending?.status === "Pending" && getPaymentDeadline(context, pending) <= context.now();
  const isOver = isLate && (await hasTaxChanged(context, tx, pending));
  const order = isOver ? await expireOrder(context, tx, orderId) : pending;
  const paid = order && (await changePaymentStatus(context, tx, order, "Completed", method));
  if (!paid) return;
  if (getTransitionError(paid, "Processing") !== null || !(await canRestore(context, tx, paid))) {
    context.log.warn(
      { orderId },
      "a payment arrived for an order that can no longer be fulfilled; it is refunded",
    );
    const updated = await bookFoundRefunds(context, tx, paid);
    const amountPaise = getUnrefunded(updated);
    if (amountPaise > 0) await startRefund(context, tx, updated, "late-money", { amountPaise });
    return;
  }
  await changeStatus(context, tx, paid, "Processing");
}

/**
 * Reserves the pieces of an expired order again. A pending order still has its reservation. Returns false if the
 * pieces are sold out, or if the account was deleted, because the order then has no address. Also false if a tax
 * rate changed, because the late payment is taxed at the new rate (section 14 of the CGST Act).
 */
async function canRestore(context: Context, tx: Tx, order: OrderRow): Promise<boolean> {
  if (order.status === "Pending") return true;
  if (isAnonymised(order)) return false;
  if (await hasTaxChanged(context, tx, order)) return false;
  const shortages = await reserveStock(tx, order.id, await listOrderLines(tx, [order.id]));
  return shortages === null;
}

async function hasTaxChanged(context: Context, tx: Tx, order: OrderRow): Promise<boolean> {
  const ordinary = addRates({ cgst: order.cgstRate, sgst: order.sgstRate });
  return (await listOrderLines(tx, [order.id])).some(
    ({ productId, hsn, gstRate }) => getRate(context, { id: productId, hsn }) !== (gstRate ?? ordinary),
  );
}

/** Locks the order and stores its refunds. If the payment's event is not handled yet, marks the order as paid first. */
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
      await publishEvent(context, tx, refunded, orderRefunded, {
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
  refundId: string,
): Promise<OrderRefundRow | null> {
  const [updated] = await tx
    .update(orderRefund)
    .set({ processedAt: context.now() })
    .where(
      and(eq(orderRefund.id, refundId), eq(orderRefund.orderId, order.id), isNull(orderRefund.processedAt)),
    )
    .returning();
  return updated ?? null;
}

async function recordRefunded(context: Context, tx: Tx, order: OrderRow): Promise<OrderRow | null> {
  const isOpen = and(eq(orderRefund.orderId, order.id), isNull(orderRefund.processedAt));
  const openCount = await tx.$count(orderRefund, isOpen);
  return openCount > 0 ? null : changePaymentStatus(context, tx, order, "Refunded");
}
