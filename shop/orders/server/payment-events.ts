import { getUnrefunded } from "../status.ts";
import { getTransitionError } from "../order-transitions.ts";
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

export const onPaymentCaptured = defineSubscriber(
  paymentCaptured,
  "orders.payment-captured",
  (context, { orderId, method }) => context.transact((tx) => payOrder(context, tx, orderId, method)),
);

/** The order stays Pending, so that the customer can pay again (D60). */
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
  const order = await lockOrder(tx, orderId);
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

/** False if a tax rate changed, because a late payment is taxed at the new rate (section 14 of the CGST Act). */
async function canRestore(context: Context, tx: Tx, order: OrderRow): Promise<boolean> {
  if (order.status === "Pending") return true;
  const lines = await listOrderLines(tx, [order.id]);
  const hasTaxChanged = lines.some(
    ({ productId, hsn, gstRate }) =>
      getRate(context, { id: productId, hsn }) !== (gstRate ?? order.cgstRate + order.sgstRate),
  );
  if (hasTaxChanged) return false;
  try {
    await runInSavepoint(tx, async () => {
      if (await reserveStock(tx, order.id, lines)) throw new OutOfStock();
    });
    return true;
  } catch (cause) {
    if (cause instanceof OutOfStock) return false;
    throw cause;
  }
}

class OutOfStock extends Error {}
