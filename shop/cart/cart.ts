import type { InferOutput } from "valibot";
import type { Paise } from "#contract/money.ts";
import { pickFields, readNumber } from "#contract/read.ts";
import { getPrice } from "#shop/catalogue/price.ts";
import {
  getMaxQuantity,
  MAX_QUANTITY,
  formatMostInOneOrder,
  isSoldOut,
  type Stocked,
} from "#shop/inventory/stock.ts";
import type { cartItemSchema } from "./response-schemas.ts";

export type CartItem = InferOutput<typeof cartItemSchema>;

const copiedFields = ["price", "title", "category", "size", "images", "stock", "supply", "gstRate"] as const;

export type CartProduct = Pick<CartItem, (typeof copiedFields)[number]> & { _id: string };

export const toCartItem = (product: CartProduct, quantity: number): CartItem => ({
  productId: product._id,
  quantity,
  ...pickFields(product, copiedFields),
});

export type CartTotals = ReturnType<typeof calculateCartTotals>;

/** Returns the number of pieces, the number of different products and the sum in paise (§3). */
export const calculateCartTotals = (items: readonly CartItem[]) => ({
  count: items.reduce((count, { quantity }) => count + quantity, 0),
  distinct: items.length,
  sum: items.reduce((sum, item) => sum + calculateLineTotal(item), 0),
});

export const calculateLineTotal = (item: Pick<CartItem, "price" | "quantity">): Paise =>
  getPrice(item) * item.quantity;

/** Returns 'Not enough left: Acacia Bowl (2 left). …' for the lines that exceed the stock; null if no line does. */
export function describeShortage(lines: readonly CartItem[]): string | null {
  const short = lines.filter((line) => line.quantity > getMaxQuantity(line));
  if (short.length === 0) return null;
  const descriptions = short.map(
    (line) => `${line.title} (${isSoldOut(line) ? "sold out" : `${getMaxQuantity(line)} left`})`,
  );
  return `Not enough left: ${descriptions.join(", ")}. Please reduce the quantity or remove the product.`;
}

/** Returns `3 Product(s)` for the footer of the drawer (§2.2). */
export const formatProductCount = (distinct: number): string => `${distinct} Product(s)`;

/** Parses the quantity to add, from 1 to 999. Values below 1 and invalid values become 1 (§5, D16). */
export function readQuantityToAdd(value: unknown): number {
  const pieces = Math.floor(readNumber(value));
  return pieces >= 1 ? Math.min(pieces, MAX_QUANTITY) : 1;
}

/** Parses the quantity to set, from 0 to 999. 0 removes the line (D15, D16). Null if it is not a number. */
export function readQuantityToSet(value: unknown): number | null {
  const pieces = Math.floor(readNumber(value, Number.NaN));
  return Number.isNaN(pieces) ? null : Math.min(Math.max(0, pieces), MAX_QUANTITY);
}

/** Limits a quantity to the stock, but not below 1, because a sold-out line stays in the cart. */
export const limitQuantity = (product: Stocked, quantity: number): number =>
  Math.min(quantity, Math.max(1, getMaxQuantity(product)));

/** Returns the message for a cart that already has the largest possible quantity of a product (D16, D22). */
export const describeFullBag = (inBag: number, product?: Stocked): string =>
  inBag >= (product?.supply?.most ?? MAX_QUANTITY)
    ? formatMostInOneOrder(product)
    : `That's all we have: ${inBag} in your bag`;

export const cartMessages = {
  drawerTitle: "Shopping Cart",
  drawerEmpty: "Your cart is empty.",
  nameless: "Unknown Product",
  pageTitle: "My Shopping Cart",
  pageEmpty: "Your cart is empty",
  removeTitle: "Remove from Cart",
  removeQuestion: "Are you sure you want to remove this product?",
  removed: (title: string) => `${title || "The product"} was removed from your bag`,
  clear: "Clear Cart",
  clearQuestion: "Are you sure you want to remove all products from your bag?",
  fetchFailed: (status: number | string) => `Failed to fetch cart: ${status}`,
  notJson: "Invalid response format (expected JSON).",
  addFailed: "Failed to add to cart",
  updateFailed: "Failed to update item quantity",
  removeFailed: "Failed to remove item",
  clearFailed: "Failed to clear cart",
  gone: "This product is no longer available.",
  soldOut: "This product is sold out.",
  notInCart: "This product is not in your bag.",
} as const;
