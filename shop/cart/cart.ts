import type { InferOutput } from "valibot";
import type { Paise } from "#contract/money.ts";
import { getPrice } from "#shop/catalogue/price.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";
import { getMaxQuantity } from "#shop/inventory/max-quantity.ts";
import type { cartItemSchema } from "./response-schemas.ts";

export type CartItem = InferOutput<typeof cartItemSchema>;

/** What a line takes over from its product. */
export type CartProduct = Pick<CartItem, "price" | "title" | "category" | "size" | "images" | "stock"> & {
  _id: string;
};

/** The line of a product as the catalogue has it now. */
export const toCartItem = (product: CartProduct, quantity: number): CartItem => ({
  productId: product._id,
  quantity,
  price: product.price,
  title: product.title,
  category: product.category,
  size: product.size,
  images: product.images,
  ...(product.stock !== undefined && { stock: product.stock }),
});

export interface CartTotals {
  /** Pieces altogether: the badge. */
  count: number;
  /** Different products: '{n} Product(s)'. */
  distinct: number;
  sum: Paise;
}

/** What the header and the drawer show of a cart (§3). */
export const calculateCartTotals = (items: readonly CartItem[]): CartTotals => ({
  count: items.reduce((count, { quantity }) => count + quantity, 0),
  distinct: items.length,
  sum: items.reduce((sum, item) => sum + calculateLineTotal(item), 0),
});

/** Price × quantity, in paise. */
export const calculateLineTotal = (item: Pick<CartItem, "price" | "quantity">): Paise =>
  getPrice(item) * item.quantity;

/** The lines that ask for more than there is; null when there are none: 'Not enough left: Acacia Bowl (2 left).' */
export function describeShortage(lines: readonly CartItem[]): string | null {
  const short = lines.filter((line) => line.quantity > getMaxQuantity(line));
  if (short.length === 0) return null;
  const named = short.map((line) => `${line.title} (${isSoldOut(line) ? "sold out" : `${line.stock} left`})`);
  return `Not enough left: ${named.join(", ")}. Please change the quantity or remove it.`;
}

/** `3 Product(s)`, as the drawer's footer writes it (§2.2). */
export const formatProductCount = (distinct: number): string => `${distinct} Product(s)`;
