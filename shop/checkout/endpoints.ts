import { defineEndpoint, type DefineEndpoint } from "#contract/endpoint.ts";
import { parsePlacedOrder } from "#shop/orders/read-order.ts";
import type * as contracts from "./contracts.ts";

/* @__NO_SIDE_EFFECTS__ */
const define: DefineEndpoint<typeof contracts> = (_name, ...facts) => defineEndpoint(...facts);

/** This response header is `true` if an earlier request with the same key placed the order. */
export const REPLAYED_HEADER = "Idempotent-Replayed";

export const placeOrder = define("placeOrder", "POST /api/orders", "customer", { read: parsePlacedOrder });
