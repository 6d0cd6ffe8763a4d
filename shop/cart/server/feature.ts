import type { Feature } from "#platform/feature.ts";
import { refuse } from "#platform/http/refuse.ts";
import { route, type Route } from "#platform/http/route.ts";
import { defineParticipant } from "#platform/outbox/subscriber.ts";
import { unverifiedDataDeleted } from "#shop/accounts/events.ts";
import * as contracts from "../contracts.ts";
import { addToCart, emptyCart, readCart, removeFromCart, updateCart } from "../endpoints.ts";
import { clearCart, addPieces, clearOwnCart, findCart, removeLine, setQuantity } from "./cart.ts";

const cartRoutes: Route[] = [
  route(readCart, contracts.readCart, (context, { principal, query }) =>
    query.userId === undefined || query.userId === principal.accountId
      ? findCart(context, principal.accountId)
      : refuse("not_found"),
  ),
  route(addToCart, contracts.addToCart, (context, { principal, body }) =>
    addPieces(context, principal.accountId, body),
  ),
  route(updateCart, contracts.updateCart, (context, { principal, body }) =>
    setQuantity(context, principal.accountId, body),
  ),
  route(removeFromCart, contracts.removeFromCart, (context, { principal, body }) =>
    removeLine(context, principal.accountId, body.productId),
  ),
  route(emptyCart, contracts.emptyCart, (context, { principal }) =>
    clearOwnCart(context, principal.accountId),
  ),
];

/** Deletes the cart, because a stranger may have filled it before the e-mail address was verified (T9). */
const onUnverifiedDataDeleted = defineParticipant(
  unverifiedDataDeleted,
  "cart.unproven-dropped",
  (tx, { accountId }) => clearCart(tx, accountId),
);

export const cart: Feature = { name: "cart", routes: cartRoutes, subscribers: [onUnverifiedDataDeleted] };
