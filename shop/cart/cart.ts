import * as v from "valibot";
import type { Paise } from "#contract/money.ts";
import { amountOf, fieldsOf, idOf, isObject, listIn, listOf, numberOf, textOf } from "#contract/read.ts";
import { imageFrom, imageSchema, priceOf, sizeFrom, sizeSchema } from "#shop/catalogue/product.ts";
import {
  isSoldOut,
  MAX_QUANTITY,
  maxQuantity,
  MOST_IN_ONE_ORDER,
  type Stocked,
} from "#shop/inventory/stock.ts";

/** A line of the bag as it travels (§3). `price` is in rupees; `stock` is there only where the piece is limited. */
export const cartItemSchema = v.object({
  productId: v.string(),
  quantity: v.number(),
  price: v.number(),
  title: v.string(),
  category: v.string(),
  size: v.array(sizeSchema),
  images: v.array(imageSchema),
  stock: v.optional(v.number()),
});

export type CartItem = v.InferOutput<typeof cartItemSchema>;

/** What a line takes over from its product. */
export type CartProduct = Pick<CartItem, "price" | "title" | "category" | "size" | "images" | "stock"> & {
  _id: string;
};

/** The line of a product as the catalogue has it now. */
export const cartItemOf = (product: CartProduct, quantity: number): CartItem => ({
  productId: product._id,
  quantity,
  price: product.price,
  title: product.title,
  category: product.category,
  size: product.size,
  images: product.images,
  ...(product.stock !== undefined && { stock: product.stock }),
});

/**
 * A line as an answer or the browser's storage has it (§3): its id under any of its three names, also inside a
 * populated product. Null for what has no id.
 */
export function cartItemFrom(given: unknown): CartItem | null {
  const own = fieldsOf(given);
  const fields = { ...fieldsOf(own["productId"]), ...own };
  const inside = fieldsOf(own["productId"]);
  const key = idOf(own["productId"], inside["_id"], inside["id"], own["_id"], own["id"]);
  if (!key) return null;
  const product = {
    _id: key,
    price: amountOf(fields["price"]),
    title: textOf(fields["title"]) || textOf(fields["name"]) || cartMessages.nameless,
    category: textOf(fields["category"]),
    size: listOf(fields["size"], sizeFrom),
    images: listOf(fields["images"], imageFrom),
    ...(fields["stock"] !== undefined && { stock: numberOf(fields["stock"]) }),
  };
  return cartItemOf(product, quantityToAdd(fields["quantity"]));
}

/** The customer's cart as it was answered (§7), without lines it is empty; undefined for what is no JSON. */
export function cartFrom(body: unknown): { cartItems: CartItem[]; gone: string[] } | undefined {
  return isObject(body) || Array.isArray(body)
    ? { cartItems: listOf(listIn(body, "cartItems"), cartItemFrom), gone: goneIn(body) }
    : undefined;
}

/** Titles of products that have left the catalogue, and with this answer the cart (D19). */
const goneIn = (body: unknown): string[] => listOf(fieldsOf(body)["gone"], (title) => textOf(title) || null);

/** The cart after a change, where the answer carries it; null asks for the cart to be fetched again (§4). */
export function changedCartFrom(body: unknown): { cartItems: CartItem[] | null; gone: string[] } {
  const list = listIn(body, "cartItems");
  return { cartItems: list && listOf(list, cartItemFrom), gone: goneIn(body) };
}

export interface CartTotals {
  /** Pieces altogether: the badge. */
  count: number;
  /** Different products: '{n} Product(s)'. */
  distinct: number;
  sum: Paise;
}

/** What the header and the drawer show of a cart (§3). */
export const cartTotals = (items: readonly CartItem[]): CartTotals => ({
  count: items.reduce((count, { quantity }) => count + quantity, 0),
  distinct: items.length,
  sum: items.reduce((sum, item) => sum + lineTotal(item), 0),
});

/** Price × quantity, in paise. */
export const lineTotal = (item: Pick<CartItem, "price" | "quantity">): Paise => priceOf(item) * item.quantity;

/** How many to add: whole, at most 999; anything that is not at least 1 becomes 1 (§5, D16). */
export function quantityToAdd(given: unknown): number {
  const pieces = Math.floor(numberFrom(given));
  return pieces >= 1 ? Math.min(pieces, MAX_QUANTITY) : 1;
}

/** The quantity a line is set to: whole, 0 to 999, where 0 removes it (D15, D16). Null for what is no number. */
export function quantityToSet(given: unknown): number | null {
  const pieces = Math.floor(numberFrom(given));
  return Number.isNaN(pieces) ? null : Math.min(Math.max(0, pieces), MAX_QUANTITY);
}

/** A quantity that the stock allows. A line is kept at 1 while sold out: it shows that, and can only be removed. */
export const boundedQuantity = (product: Stocked, quantity: number): number =>
  Math.min(quantity, Math.max(1, maxQuantity(product)));

/** Said when not all that were asked for went into the bag: the stock ends there, or the most of one order (D16, D22). */
export const bagIsFull = (inBag: number): string =>
  inBag >= MAX_QUANTITY ? MOST_IN_ONE_ORDER : `That is all there is: ${inBag} in your bag`;

/** Whether the minus of a line is disabled: at 1, because removing is a button of its own (§2.7). */
export const isSmallestQuantity = (quantity: number): boolean => quantity <= 1;

/** A number, or a text that is one; anything else is none. */
const numberFrom = (given: unknown): number => {
  if (typeof given === "number") return given;
  return typeof given === "string" && given.trim() !== "" ? Number(given) : Number.NaN;
};

/** The lines that ask for more than there is; null when there are none: 'Not enough left: Acacia Bowl (2 left).' */
export function shortageNotice(lines: readonly CartItem[]): string | null {
  const short = lines.filter((line) => line.quantity > maxQuantity(line));
  if (short.length === 0) return null;
  const named = short.map((line) => `${line.title} (${isSoldOut(line) ? "sold out" : `${line.stock} left`})`);
  return `Not enough left: ${named.join(", ")}. Please change the quantity or remove it.`;
}

/** What is said about the cart (§2.2, §2.7, §8). */
export const cartMessages = {
  drawerTitle: "Shopping Cart",
  drawerEmpty: "Your cart is empty.",
  /** A line whose product has no name. */
  nameless: "Unknown Product",
  pageTitle: "My Shopping Cart",
  pageEmpty: "Your cart is empty",
  removeTitle: "Remove from Cart",
  removeQuestion: "Are you sure you want to remove this product?",
  clear: "Clear Cart",
  clearQuestion: "Are you sure you want to remove all products from your cart?",
  fetchFailed: (status: number | string) => `Failed to fetch cart: ${status}`,
  notJson: "Invalid response format (expected JSON).",
  addFailed: "Failed to add to cart",
  updateFailed: "Failed to update item quantity",
  removeFailed: "Failed to remove item",
  clearFailed: "Failed to clear cart",
  gone: "This product is no longer available.",
  soldOut: "This product is sold out.",
  notInCart: "This product is not in your cart.",
} as const;

/** `3 Product(s)`, as the drawer's footer writes it (§2.2). */
export const productCount = (distinct: number): string => `${distinct} Product(s)`;
