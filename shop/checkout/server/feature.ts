import { IDEMPOTENCY_HEADER } from "#contract/endpoint.ts";
import type { Context } from "#platform/context.ts";
import type { Feature } from "#platform/feature.ts";
import { isRefused } from "#platform/http/refuse.ts";
import { type HandlerInput, type Route, route } from "#platform/http/route.ts";
import { defineOutcomeCount } from "#platform/observe/counts.ts";
import { answerOrder } from "#shop/orders/server/index.ts";
import { checkoutMessages } from "../checkout.ts";
import * as contracts from "../contracts.ts";
import { placeOrder, REPLAYED_HEADER } from "../endpoints.ts";
import { placeNewOrder } from "./place-order.ts";
import { takeOrderCommand } from "./take-order.ts";

const countOrders = defineOutcomeCount(
  {
    name: "shop_orders_total",
    help: "Requests to place an order, by outcome: placed, replayed, failed, or the code of the refusal.",
  },
  contracts.placeOrder,
  ["placed", "replayed"],
);

const checkoutRoutes: Route[] = [
  route(
    placeOrder,
    contracts.placeOrder,
    countOrders(handlePlaceOrder, ({ replayed }) => (replayed ? "replayed" : "placed")),
  ),
];

async function handlePlaceOrder(
  context: Context,
  { principal, body, requestContext }: HandlerInput<typeof placeOrder>,
) {
  const placed = await placeNewOrder(context, principal, body, {
    key: requestContext.header(IDEMPOTENCY_HEADER),
    ip: requestContext.ip,
  });
  if (isRefused(placed)) return placed;
  if (placed.replayed) requestContext.reply(REPLAYED_HEADER, "true");
  const { accountId } = principal;
  const answer = await answerOrder(context, accountId, placed.order.orderId, checkoutMessages.placed);
  return isRefused(answer) ? answer : { ...answer, ...(placed.replayed && { replayed: true as const }) };
}

export const checkout: Feature = {
  name: "checkout",
  routes: checkoutRoutes,
  commands: [takeOrderCommand],
};
