import { endpoint, typed } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";
import { orderIn, ordersIn, placedOrderIn, shownOrderIn } from "./read-order.ts";

/** The optional header of POST /api/orders: the same key is the same order, however often it is sent (security §5). */
export const IDEMPOTENCY_HEADER = "Idempotency-Key";

/** Set to `true` on the answer to a repeated key. */
export const REPLAYED_HEADER = "Idempotent-Replayed";

export const placeOrder = endpoint(typed<typeof contracts.placeOrder>, {
  method: "POST",
  path: "/api/orders",
  policy: "customer",
  read: placedOrderIn,
});

export const listOrdersOfUser = endpoint(typed<typeof contracts.listOrdersOfUser>, {
  method: "GET",
  path: "/api/orders/user/:userId",
  policy: "customer",
  read: ordersIn,
});

export const showOrder = endpoint(typed<typeof contracts.showOrder>, {
  method: "GET",
  path: "/api/orders/:orderId",
  policy: "customer",
  read: shownOrderIn,
});

export const requestCancellation = endpoint(typed<typeof contracts.requestCancellation>, {
  method: "PUT",
  path: "/api/orders/:orderId/cancel",
  policy: "customer",
  read: orderIn,
});
