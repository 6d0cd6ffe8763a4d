import { paymentExpired } from "#shop/payments/events.ts";
import { defineSubscriber } from "#platform/subscriber.ts";
import { expireOrder } from "./expire-order.ts";

/** Unpaid for too long: the order is cancelled and its goods are free again (D60). */
export const onPaymentExpired = defineSubscriber(
  paymentExpired,
  "orders.payment-expired",
  async (context, { orderId }) => {
    await context.transact((tx) => expireOrder(context, tx, orderId));
  },
);
