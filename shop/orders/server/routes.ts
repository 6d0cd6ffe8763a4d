import { type Route, route, type HandlerInput } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import {
  cancelPieces,
  changeDelivery,
  listOrdersOfUser,
  requestCancellation,
  showOrder,
  showPieceRefunds,
} from "../endpoints.ts";
import { handleChangeDelivery } from "./correct-order.ts";
import type { Context } from "#platform/context.ts";
import { toRupees } from "#contract/money.ts";
import { isRefused, refuse } from "#platform/http/refuse.ts";
import { cancellationMessages } from "../cancellation.ts";
import { pieceMessages } from "../piece-cancellation.ts";
import { cancelOwnPieces, listPieceRefunds } from "./cancel-pieces.ts";
import { recordCancellationRequest } from "./cancellations.ts";
import { findOwnOrder, listOwnOrders } from "./read-orders.ts";

export const orderRoutes: Route[] = [
  route(listOrdersOfUser, contracts.listOrdersOfUser, handleListOrders),
  route(showOrder, contracts.showOrder, handleShowOrder),
  route(requestCancellation, contracts.requestCancellation, handleCancellation),
  route(showPieceRefunds, contracts.showPieceRefunds, handlePieceRefunds),
  route(cancelPieces, contracts.cancelPieces, handleCancelPieces),
  route(changeDelivery, contracts.changeDelivery, handleChangeDelivery),
];

async function handleListOrders(
  context: Context,
  { principal, params }: HandlerInput<typeof listOrdersOfUser>,
) {
  if (params.userId !== principal.accountId) return refuse("not_found");
  return { success: true as const, orders: await listOwnOrders(context, principal.accountId) };
}

async function handleShowOrder(context: Context, { principal, params }: HandlerInput<typeof showOrder>) {
  const order = await findOwnOrder(context, principal.accountId, params.orderId);
  return order ? { success: true as const, order } : refuse("not_found");
}

async function handleCancellation(
  context: Context,
  { principal, params, body }: HandlerInput<typeof requestCancellation>,
) {
  const refused = await recordCancellationRequest(context, principal.accountId, params.orderId, body);
  if (refused) return refused;
  const order = await findOwnOrder(context, principal.accountId, params.orderId);
  return order
    ? { success: true as const, message: cancellationMessages.submitted, order }
    : refuse("not_found");
}

async function handlePieceRefunds(
  context: Context,
  { principal, params }: HandlerInput<typeof showPieceRefunds>,
) {
  const sums = await listPieceRefunds(context, principal.accountId, params);
  return isRefused(sums) ? sums : { success: true as const, amounts: sums.map(toRupees) };
}

async function handleCancelPieces(
  context: Context,
  { principal, params, body }: HandlerInput<typeof cancelPieces>,
) {
  const refused = await cancelOwnPieces(context, principal.accountId, params, body);
  if (refused) return refused;
  const order = await findOwnOrder(context, principal.accountId, params.orderId);
  return order ? { success: true as const, message: pieceMessages.cancelled, order } : refuse("not_found");
}
