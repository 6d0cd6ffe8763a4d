import { paymentExpired } from "#shop/payments/events.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { expireOrder } from "#shop/orders/server/index.ts";
import { noteLapse } from "./suspicious-lapses.ts";

/** Unpaid for too long: the order is cancelled and its goods are free again (D60). */
export const onPaymentExpired = defineSubscriber(
  paymentExpired,
  "orders.payment-expired",
  async (context, { orderId }) => {
    await context.transact(async (tx) => {
      const expired = await expireOrder(context, tx, orderId);
      if (expired) await noteLapse(context, tx, expired);
    });
  },
);
