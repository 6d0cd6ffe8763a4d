import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import { findList, readEntries, readMessage, readNumber } from "#contract/read.ts";
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

export const showPieceRefunds = defineEndpoint(withContract<typeof contracts.showPieceRefunds>, {
  method: "GET",
  path: "/api/orders/:orderId/pieces/:productId/refunds",
  policy: "customer",
  read: (body) => ({ amounts: readEntries(findList(body, "amounts"), (sum) => readNumber(sum, 0)) }),
});

export const cancelPieces = defineEndpoint(withContract<typeof contracts.cancelPieces>, {
  method: "PUT",
  path: "/api/orders/:orderId/pieces/:productId/cancel",
  policy: "customer",
  read: parseOrderBody,
});
