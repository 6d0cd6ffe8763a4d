import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import { parseOrderBody } from "#shop/orders/read-order.ts";
import type * as contracts from "./contracts.ts";

export const requestReturn = defineEndpoint(withContract<typeof contracts.requestReturn>, {
  method: "PUT",
  path: "/api/orders/:orderId/return",
  policy: "customer",
  read: parseOrderBody,
});
