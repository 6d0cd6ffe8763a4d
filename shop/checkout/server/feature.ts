import { IDEMPOTENCY_HEADER } from "#contract/endpoint.ts";
import type { Context } from "#platform/context.ts";
import type { Feature } from "#platform/feature.ts";
import { isRefused, refuse } from "#platform/http/refuse.ts";
import { type HandlerInput, type Route, route } from "#platform/http/route.ts";
import { defineOutcomeCount } from "#platform/observe/counts.ts";
import { readOrder, serializeNewOrder } from "#shop/orders/server/index.ts";
import { checkoutMessages } from "../checkout.ts";
import * as contracts from "../contracts.ts";
import { placeOrder, REPLAYED_HEADER } from "../endpoints.ts";
import { placeNewOrder } from "./place-order.ts";
import { takeOrderCommand } from "./take-order.ts";

const countOrders = defineOutcomeCount(
  "shop_orders_total",
  "Requests to place an order, by outcome: placed, replayed, failed, or the code of the refusal.",
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
  const order =
    placed.replayed || placed.isFree
      ? (await readOrder(context, placed.order.id, principal.accountId))?.order
      : await serializeNewOrder(context, placed);
  return order
    ? {
        success: true as const,
        message: checkoutMessages.placed,
        order,
        ...(placed.replayed && { replayed: true as const }),
      }
    : refuse("not_found");
}

export const checkout: Feature = {
  name: "checkout",
  routes: checkoutRoutes,
  commands: [takeOrderCommand],
};
