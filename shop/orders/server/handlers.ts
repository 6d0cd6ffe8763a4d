import type { HandlerInput } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import { cancellationMessages } from "../cancellation.ts";
import { type listOrdersOfUser, type requestCancellation, type showOrder } from "../endpoints.ts";
import { recordCancellationRequest } from "./cancel-order.ts";
import { findOwnOrder, listOrders } from "./find-orders.ts";

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
