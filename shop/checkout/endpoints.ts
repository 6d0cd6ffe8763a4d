import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import { parsePlacedOrder } from "#shop/orders/read-order.ts";
import type * as contracts from "./contracts.ts";

/** This response header is `true` if an earlier request with the same key placed the order. */
export const REPLAYED_HEADER = "Idempotent-Replayed";

export const placeOrder = defineEndpoint(withContract<typeof contracts.placeOrder>, {
  method: "POST",
  path: "/api/orders",
  policy: "customer",
  read: parsePlacedOrder,
});
