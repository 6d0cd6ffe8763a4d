import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";
import { parseCart, parseChangedCart } from "./read-cart.ts";

export const readCart = defineEndpoint(withContract<typeof contracts.readCart>, {
  method: "GET",
  path: "/api/cart",
  policy: "customer",
  read: parseCart,
});

export const addToCart = defineEndpoint(withContract<typeof contracts.addToCart>, {
  method: "POST",
  path: "/api/cart/add",
  policy: "customer",
  read: parseChangedCart,
});

export const updateCart = defineEndpoint(withContract<typeof contracts.updateCart>, {
  method: "PATCH",
  path: "/api/cart/update",
  policy: "customer",
  read: parseChangedCart,
});

export const removeFromCart = defineEndpoint(withContract<typeof contracts.removeFromCart>, {
  method: "DELETE",
  path: "/api/cart/remove",
  policy: "customer",
  read: parseChangedCart,
});

export const emptyCart = defineEndpoint(withContract<typeof contracts.emptyCart>, {
  method: "DELETE",
  path: "/api/cart/clear",
  policy: "customer",
  read: parseChangedCart,
});
