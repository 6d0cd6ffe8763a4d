import type { Asked } from "#platform/bind.ts";
import type { Context } from "#platform/context.ts";
import { isRefused, refuse } from "#platform/refuse.ts";
import { cancellationSentences } from "../cancellation.ts";
import { checkoutSentences } from "../checkout.ts";
import {
  IDEMPOTENCY_HEADER,
  type listOrdersOfUser,
  type placeOrder,
  REPLAYED_HEADER,
  type requestCancellation,
  type showOrder,
} from "../endpoints.ts";
import { askToCancel } from "./cancel-order.ts";
import { findOwnOrder, ordersOf } from "./find-orders.ts";
import { placeNewOrder } from "./place-order.ts";

export async function answerPlaced(context: Context, { caller, body, exchange }: Asked<typeof placeOrder>) {
  const placed = await placeNewOrder(context, caller, body, {
    key: exchange.header(IDEMPOTENCY_HEADER),
    ip: exchange.ip,
  });
  if (isRefused(placed)) return placed;
  if (placed.replayed) exchange.reply(REPLAYED_HEADER, "true");
  const order = await findOwnOrder(context, caller.accountId, placed.order.id);
  return order
    ? {
        success: true as const,
        message: checkoutSentences.placed,
        order,
        ...(placed.replayed && { replayed: true as const }),
      }
    : refuse("not_found");
}

export async function answerOrders(context: Context, { caller, params }: Asked<typeof listOrdersOfUser>) {
  if (params.userId !== caller.accountId) return refuse("not_found");
  return { success: true as const, orders: await ordersOf(context, caller.accountId) };
}

export async function answerOrder(context: Context, { caller, params }: Asked<typeof showOrder>) {
  const order = await findOwnOrder(context, caller.accountId, params.orderId);
  return order ? { success: true as const, order } : refuse("not_found");
}

export async function answerCancellation(
  context: Context,
  { caller, params, body }: Asked<typeof requestCancellation>,
) {
  const refused = await askToCancel(context, caller.accountId, params.orderId, body);
  if (refused) return refused;
  const order = await findOwnOrder(context, caller.accountId, params.orderId);
  return order
    ? { success: true as const, message: cancellationSentences.submitted, order }
    : refuse("not_found");
}
