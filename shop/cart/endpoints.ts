import { defineEndpoint, type DefineEndpoint } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";
import { parseCart, parseChangedCart } from "./read-cart.ts";

/* @__NO_SIDE_EFFECTS__ */
const define: DefineEndpoint<typeof contracts> = (_name, ...facts) => defineEndpoint(...facts);

export const readCart = define("readCart", "GET /api/cart", "customer", { read: parseCart });
export const addToCart = define("addToCart", "POST /api/cart/add", "customer", { read: parseChangedCart });
export const updateCart = define("updateCart", "PATCH /api/cart/update", "customer", {
  read: parseChangedCart,
});
export const removeFromCart = define("removeFromCart", "DELETE /api/cart/remove", "customer", {
  read: parseChangedCart,
});
export const emptyCart = define("emptyCart", "DELETE /api/cart/clear", "customer", {
  read: parseChangedCart,
});
