import { getUnrefunded } from "../status.ts";
import { toTransitionState, getTransitionError } from "../order-transitions.ts";
import { paymentCaptured, paymentFailed } from "#shop/payments/events.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { changePaymentStatus, publishChange, changeStatus } from "./change-status.ts";
import { lockOrder } from "./list-orders.ts";
import { reserveStock } from "#shop/inventory/server/index.ts";
import { getRate } from "#shop/pricing/server/index.ts";
import type { Context } from "#platform/context.ts";
import { runInSavepoint, type Tx } from "#platform/database/database.ts";
import { listOrderLines } from "./read-orders.ts";
import { bookFoundRefunds, startRefund } from "./refunds.ts";
import type { OrderRow } from "./tables.ts";

/** A payment has arrived, in time or late. */
export const onPaymentCaptured = defineSubscriber(
  paymentCaptured,
  "orders.payment-captured",
  (context, { orderId, method }) => context.transact((tx) => payOrder(context, tx, orderId, method)),
);

/** An attempt failed: the order stays Pending and can be paid again (D60). */
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

/**
 * Applies a payment once, in any number of repetitions: payment Completed, order Processing, stock sold, invoice
 * issued. An expired order is restored if its products are still available; otherwise it is refunded.
 */
export async function payOrder(context: Context, tx: Tx, orderId: string, method: string): Promise<void> {
  const order = await lockOrder(tx, orderId);
  const paid = order && (await changePaymentStatus(context, tx, order, "Completed", method));
  if (!paid) return;
  if (
    getTransitionError(toTransitionState(paid), "Processing") !== null ||
    !(await canComeBack(context, tx, paid))
  ) {
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
 * A pending order has its reservation. An expired order must reserve all its products again at its original rates; if
 * rates have changed, a payment would need the new ones (section 14 of the CGST Act).
 */
async function canComeBack(context: Context, tx: Tx, order: OrderRow): Promise<boolean> {
  if (order.status === "Pending") return true;
  const lines = await listOrderLines(tx, [order.id]);
  const isTaxedAnew = lines.some(
    ({ productId, hsn, gstRate }) =>
      getRate(context, { id: productId, hsn }) !== (gstRate ?? order.cgstRate + order.sgstRate),
  );
  if (isTaxedAnew) return false;
  try {
    await runInSavepoint(tx, async () => {
      if (await reserveStock(tx, order.id, lines)) throw new GoodsAreGone();
    });
    return true;
  } catch (cause) {
    if (cause instanceof GoodsAreGone) return false;
    throw cause;
  }
}

/** Thrown to release a partial reservation. */
class GoodsAreGone extends Error {}
