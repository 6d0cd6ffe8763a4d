import { paymentFailed } from "#shop/payments/events.ts";
import { reaction } from "#platform/reaction.ts";
import { changePaymentStatus, tellChanged } from "./change-status.ts";
import { lockOrder } from "./lock-order.ts";

/** An attempt failed: the order stays Pending and can be paid again (D60). */
export const onPaymentFailed = reaction(paymentFailed, "orders.payment-failed", (context, { orderId }) =>
  context.transact(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const failed = order && (await changePaymentStatus(context, tx, order, "Failed"));
    if (failed) await tellChanged(context, tx, failed);
  }),
);
