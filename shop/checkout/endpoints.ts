import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import { parsePlacedOrder } from "#shop/orders/read-order.ts";
import type * as contracts from "./contracts.ts";

/** Response header that is `true` if the order was placed by an earlier request with the same idempotency key. */
export const REPLAYED_HEADER = "Idempotent-Replayed";

export const placeOrder = defineEndpoint(withContract<typeof contracts.placeOrder>, {
  method: "POST",
  path: "/api/orders",
  policy: "customer",
  read: parsePlacedOrder,
});
