import { paymentCaptured } from "#shop/payments/events.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { payOrder } from "./pay-order.ts";

/** Paid, in time or late. */
export const onPaymentCaptured = defineSubscriber(
  paymentCaptured,
  "orders.payment-captured",
  (context, { orderId, method }) => context.transact((tx) => payOrder(context, tx, orderId, method)),
);
