import { paymentCaptured } from "#shop/payments/events.ts";
import { reaction } from "#platform/reaction.ts";
import { payOrder } from "./pay-order.ts";

/** Paid, in time or late. */
export const onPaymentCaptured = reaction(
  paymentCaptured,
  "orders.payment-captured",
  (context, { orderId, method }) => context.transact((tx) => payOrder(context, tx, orderId, method)),
);
