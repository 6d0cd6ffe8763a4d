import { paymentFailed } from "#shop/payments/events.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { changePaymentStatus, publishChange } from "./change-status.ts";
import { lockOrder } from "./lock-order.ts";

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
