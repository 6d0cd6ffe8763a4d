import { readEntries } from "#contract/read.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";
import {
  limitQuantity,
  readQuantityToAdd,
  readQuantityToSet,
  type CartItem,
  toCartItem,
  type CartProduct,
} from "./cart.ts";
import { parseCartItem } from "./read-cart.ts";

export type GuestCart = readonly CartItem[];

/** `to` sets a quantity, `by` adds to it (§4). */
export type QuantityChange = { to: number } | { by: number };

/** Adds a product up to the stock. Returns an unchanged cart if the product is sold out. */
export function addToGuestCart(cart: GuestCart, product: CartProduct, quantity: unknown = 1): GuestCart {
  if (isSoldOut(product)) return cart;
  const added = readQuantityToAdd(quantity);
  const existing = cart.find(({ productId }) => productId === product._id);
  const item = toCartItem(product, limitQuantity(product, (existing?.quantity ?? 0) + added));
  return existing ? cart.map((line) => (line === existing ? item : line)) : [...cart, item];
}

/** Changes an existing line, limited to the stock. A quantity of 0 or less removes the line (D15, D16). */
export function changeGuestQuantity(cart: GuestCart, productId: string, change: QuantityChange): GuestCart {
  return cart.flatMap((line) => {
    if (line.productId !== productId) return line;
    const newQuantity = readQuantityToSet("to" in change ? change.to : line.quantity + change.by);
    if (newQuantity === null) return line;
    return newQuantity === 0 ? [] : { ...line, quantity: limitQuantity(line, newQuantity) };
  });
}

export const removeFromGuestCart = (cart: GuestCart, productId: string): GuestCart =>
  cart.filter((line) => line.productId !== productId);

interface RereadCart {
  cart: GuestCart;
  gone: string[];
  repriced: string[];
}

/** Updates the cart from the catalogue, removes products that no longer exist, and returns the changes (D19). */
export function rereadGuestCart(cart: GuestCart, products: readonly CartProduct[]): RereadCart {
  const currentProducts = new Map(products.map((product) => [product._id, product]));
  const missingTitles: string[] = [];
  const repriced: string[] = [];
  const reread = cart.flatMap((line) => {
    const product = currentProducts.get(line.productId);
    if (!product) {
      missingTitles.push(line.title);
      return [];
    }
    // A line that was stored without a price has price 0. Its first real price is not a price change.
    if (line.price > 0 && product.price !== line.price) repriced.push(product.title);
    return toCartItem(product, limitQuantity(product, line.quantity));
  });
  return { cart: reread, gone: missingTitles, repriced };
}

/** Returns the message about removed products and changed prices; null if nothing changed (D19). */
export function describeCartChanges({
  gone,
  repriced,
}: Pick<RereadCart, "gone" | "repriced">): string | null {
  const parts = [
    gone.length > 0 && `No longer available: ${gone.join(", ")}.`,
    repriced.length > 0 && `New price: ${repriced.join(", ")}.`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(" ") : null;
}

/**
 * Parses a stored cart. Skips invalid lines, and joins the lines of one product, up to its stock. An invalid cart
 * becomes an empty one.
 */
export const readGuestCart = (stored: unknown): GuestCart =>
  readEntries(stored, parseCartItem).reduce<GuestCart>((cart, line) => {
    const existing = cart.find(({ productId }) => productId === line.productId);
    if (!existing) return [...cart, line];
    const quantity = limitQuantity(existing, existing.quantity + line.quantity);
    return cart.map((each) => (each === existing ? { ...existing, quantity } : each));
  }, []);
