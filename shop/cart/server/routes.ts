import { bind, type Bound } from "#platform/bind.ts";
import { refuse } from "#platform/refuse.ts";
import { addToCart, emptyCart, readCart, removeFromCart, updateCart } from "../endpoints.ts";
import { addPieces } from "./add-to-cart.ts";
import { emptyOwnCart } from "./clear-cart.ts";
import { findCart } from "./find-cart.ts";
import { removeLine } from "./remove-from-cart.ts";
import { setQuantity } from "./update-quantity.ts";

export const cartRoutes: Bound[] = [
  bind(readCart, (context, { caller, query }) =>
    query.userId === undefined || query.userId === caller.accountId
      ? findCart(context, caller.accountId)
      : refuse("not_found"),
  ),
  bind(addToCart, (context, { caller, body }) => addPieces(context, caller.accountId, body)),
  bind(updateCart, (context, { caller, body }) => setQuantity(context, caller.accountId, body)),
  bind(removeFromCart, (context, { caller, body }) => removeLine(context, caller.accountId, body.productId)),
  bind(emptyCart, (context, { caller }) => emptyOwnCart(context, caller.accountId)),
];
