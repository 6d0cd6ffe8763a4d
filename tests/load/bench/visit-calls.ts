import { addToCart, readCart, updateCart } from "#shop/cart/endpoints.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import { placeOrder } from "#shop/checkout/endpoints.ts";
import { listOrdersOfUser } from "#shop/orders/endpoints.ts";
import { shippingAddress } from "../../support/shipping-address.ts";
import type { LeanRequest } from "../attack/lean-connection.ts";
import type { BuildVisit } from "./customers.ts";

const LINES = 3;

/** An order of three lines, each customer's of other pieces. */
export const buildOrderVisit: BuildVisit = ({ token }, index, productIds) => [
  buildOrder(token, index, pickPieces(index, productIds)),
];

/** The six calls of a purchase: the pieces, one into the bag, another one of it, the bag, the order, all orders. */
export const buildShoppingVisit: BuildVisit = ({ accountId, token }, index, productIds) => {
  const [productId = ""] = pickPieces(index, productIds);
  const from = toAddress(index);
  const change = (quantity: number) => JSON.stringify({ productId, quantity });
  return [
    { method: listProducts.method, path: listProducts.path, from },
    { method: addToCart.method, path: addToCart.path, from, token, body: change(1) },
    { method: updateCart.method, path: updateCart.path, from, token, body: change(2) },
    { method: readCart.method, path: readCart.path, from, token },
    buildOrder(token, index, [productId]),
    {
      method: listOrdersOfUser.method,
      path: listOrdersOfUser.path.replace(":userId", accountId),
      from,
      token,
    },
  ];
};

const pickPieces = (index: number, productIds: readonly string[]): string[] =>
  Array.from({ length: LINES }, (_, line) => productIds[(index + line * 7) % productIds.length] ?? "");

const toAddress = (index: number): string => `10.1.${index % 250}.1`;

const buildOrder = (token: string, index: number, pieces: readonly string[]): LeanRequest => ({
  method: placeOrder.method,
  path: placeOrder.path,
  from: toAddress(index),
  token,
  body: JSON.stringify({
    items: pieces.map((productId) => ({ productId, quantity: 1 })),
    shippingAddress,
  }),
  headers: `idempotency-key: bench-${String(index).padStart(12, "0")}-${token.slice(0, 8)}\r\n`,
});
