import { IDEMPOTENCY_HEADER } from "#contract/endpoint.ts";
import type { HandlerInput } from "#platform/route.ts";
import type { Context } from "#platform/context.ts";
import { isRefused, refuse } from "#platform/refuse.ts";
import { cancellationMessages } from "../cancellation.ts";
import { checkoutMessages } from "../checkout.ts";
import {
  type listOrdersOfUser,
  type placeOrder,
  REPLAYED_HEADER,
  type requestCancellation,
  type showOrder,
} from "../endpoints.ts";
import { recordCancellationRequest } from "./cancel-order.ts";
import { describeNewOrder } from "./describe-orders.ts";
import { findOwnOrder, listOrders } from "./find-orders.ts";
import { placeNewOrder } from "./place-order.ts";

export async function handlePlaceOrder(
  context: Context,
  { principal, body, requestContext }: HandlerInput<typeof placeOrder>,
) {
  const placed = await placeNewOrder(context, principal, body, {
    key: requestContext.header(IDEMPOTENCY_HEADER),
    ip: requestContext.ip,
  });
  if (isRefused(placed)) return placed;
  if (placed.replayed) requestContext.reply(REPLAYED_HEADER, "true");
  const order =
    placed.replayed || placed.isFree
      ? await findOwnOrder(context, principal.accountId, placed.order.id)
      : describeNewOrder(context, placed);
  return order
    ? {
        success: true as const,
        message: checkoutMessages.placed,
        order,
        ...(placed.replayed && { replayed: true as const }),
      }
    : refuse("not_found");
}

export async function handleListOrders(
  context: Context,
  { principal, params }: HandlerInput<typeof listOrdersOfUser>,
) {
  if (params.userId !== principal.accountId) return refuse("not_found");
  return { success: true as const, orders: await listOrders(context, principal.accountId) };
}

export async function handleShowOrder(
  context: Context,
  { principal, params }: HandlerInput<typeof showOrder>,
) {
  const order = await findOwnOrder(context, principal.accountId, params.orderId);
  return order ? { success: true as const, order } : refuse("not_found");
}

export async function handleCancellation(
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
