import { defineEndpoint, type DefineEndpoint } from "#contract/endpoint.ts";
import { parseOrderBody } from "#shop/orders/read-order.ts";
import type * as contracts from "./contracts.ts";

/* @__NO_SIDE_EFFECTS__ */
const define: DefineEndpoint<typeof contracts> = (_name, ...facts) => defineEndpoint(...facts);

export const requestReturn = define("requestReturn", "PUT /api/orders/:orderId/return", "customer", {
  read: parseOrderBody,
});
