import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import { readMessage } from "#contract/read.ts";
import type * as contracts from "./contracts.ts";
import { parseOrderBody, parseOrders, parseShownOrder } from "./read-order.ts";

export const listOrdersOfUser = defineEndpoint(withContract<typeof contracts.listOrdersOfUser>, {
  method: "GET",
  path: "/api/orders/user/:userId",
  policy: "customer",
  read: parseOrders,
});

export const showOrder = defineEndpoint(withContract<typeof contracts.showOrder>, {
  method: "GET",
  path: "/api/orders/:orderId",
  policy: "customer",
  read: parseShownOrder,
});

export const requestCancellation = defineEndpoint(withContract<typeof contracts.requestCancellation>, {
  method: "PUT",
  path: "/api/orders/:orderId/cancel",
  policy: "customer",
  read: parseOrderBody,
});

export const changeDelivery = defineEndpoint(withContract<typeof contracts.changeDelivery>, {
  method: "PUT",
  path: "/api/orders/:orderId/delivery",
  policy: "customer",
  read: (body) => ({ ...readMessage(body), ...parseOrderBody(body) }),
});
