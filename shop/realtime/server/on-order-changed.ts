import { orderChanged } from "#shop/orders/events.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { ORDER_UPDATED, type OrderUpdated } from "#shop/orders/order-updated.ts";
import { getSockets } from "./attach-sockets.ts";

/** Every open page of the order's owner, on every process, and no one else's (T21). */
export const onOrderChanged = defineSubscriber(
  orderChanged,
  "realtime.order-changed",
  async (context, { accountId, orderId, status }) => {
    await getSockets(context)?.emitTo(accountId, ORDER_UPDATED, { orderId, status } satisfies OrderUpdated);
  },
  { fromMemory: true },
);
