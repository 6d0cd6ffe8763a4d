import { endpoint, typed } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";
import { cartFrom, changedCartFrom } from "./read-cart.ts";

export const readCart = endpoint(typed<typeof contracts.readCart>, {
  method: "GET",
  path: "/api/cart",
  policy: "customer",
  read: cartFrom,
});

export const addToCart = endpoint(typed<typeof contracts.addToCart>, {
  method: "POST",
  path: "/api/cart/add",
  policy: "customer",
  read: changedCartFrom,
});

export const updateCart = endpoint(typed<typeof contracts.updateCart>, {
  method: "PATCH",
  path: "/api/cart/update",
  policy: "customer",
  read: changedCartFrom,
});

export const removeFromCart = endpoint(typed<typeof contracts.removeFromCart>, {
  method: "DELETE",
  path: "/api/cart/remove",
  policy: "customer",
  read: changedCartFrom,
});

export const emptyCart = endpoint(typed<typeof contracts.emptyCart>, {
  method: "DELETE",
  path: "/api/cart/clear",
  policy: "customer",
  read: changedCartFrom,
});
