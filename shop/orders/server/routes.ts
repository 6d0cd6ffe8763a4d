import { type Route, route } from "#platform/http/route.ts";
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
import { toRupees } from "#contract/money.ts";
import { isRefused, refuse } from "#platform/http/refuse.ts";
import { cancellationMessages } from "../cancellation.ts";
import { pieceMessages } from "../piece-cancellation.ts";
import { cancelOwnPieces, listPieceRefunds } from "./cancel-pieces.ts";
import { recordCancellationRequest } from "./cancellations.ts";
import { answerOrder, findOwnOrder, listOwnOrders } from "./serialize-order.ts";

export const orderRoutes: Route[] = [
  route(listOrdersOfUser, contracts.listOrdersOfUser, async (context, { principal }) => ({
    success: true as const,
    orders: await listOwnOrders(context, principal.accountId),
  })),
  route(showOrder, contracts.showOrder, async (context, { principal, params }) => {
    const order = await findOwnOrder(context, principal.accountId, params.orderId);
    return order ? { success: true as const, order } : refuse("not_found");
  }),
  route(
    requestCancellation,
    contracts.requestCancellation,
    async (context, { principal: { accountId }, params, body }) => {
      const refused = await recordCancellationRequest(context, accountId, params.orderId, body);
      return refused ?? answerOrder(context, accountId, params.orderId, cancellationMessages.submitted);
    },
  ),
  route(showPieceRefunds, contracts.showPieceRefunds, async (context, { principal, params }) => {
    const sums = await listPieceRefunds(context, principal.accountId, params);
    return isRefused(sums) ? sums : { success: true as const, amounts: sums.map(toRupees) };
  }),
  route(cancelPieces, contracts.cancelPieces, async (context, { principal: { accountId }, params, body }) => {
    const refused = await cancelOwnPieces(context, accountId, params, body);
    return refused ?? answerOrder(context, accountId, params.orderId, pieceMessages.cancelled);
  }),
  route(changeDelivery, contracts.changeDelivery, handleChangeDelivery),
];
