import { defineEndpoint, type DefineEndpoint } from "#contract/endpoint.ts";
import { findList, readEntries, readMessage, readNumber } from "#contract/read.ts";
import type * as contracts from "./contracts.ts";
import { parseOrderBody, parseOrders, parseShownOrder } from "./read-order.ts";

/* @__NO_SIDE_EFFECTS__ */
const define: DefineEndpoint<typeof contracts> = (_name, ...facts) => defineEndpoint(...facts);

export const listOrdersOfUser = define("listOrdersOfUser", "GET /api/orders/user/:userId", "customer", {
  read: parseOrders,
});
export const showOrder = define("showOrder", "GET /api/orders/:orderId", "customer", {
  read: parseShownOrder,
});
export const requestCancellation = define(
  "requestCancellation",
  "PUT /api/orders/:orderId/cancel",
  "customer",
  { read: parseOrderBody },
);
export const changeDelivery = define("changeDelivery", "PUT /api/orders/:orderId/delivery", "customer", {
  read: (body) => ({ ...readMessage(body), ...parseOrderBody(body) }),
});
export const showPieceRefunds = define(
  "showPieceRefunds",
  "GET /api/orders/:orderId/pieces/:productId/refunds",
  "customer",
  { read: (body) => ({ amounts: readEntries(findList(body, "amounts"), (sum) => readNumber(sum, 0)) }) },
);
export const cancelPieces = define(
  "cancelPieces",
  "PUT /api/orders/:orderId/pieces/:productId/cancel",
  "customer",
  { read: parseOrderBody },
);
