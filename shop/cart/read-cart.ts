import {
  readAmount,
  readFields,
  readId,
  isObject,
  findList,
  readEntries,
  readNumber,
  readText,
} from "#contract/read.ts";
import { parseImage, parseSize } from "#shop/catalogue/read-product.ts";
import { parseStock, type SupplyTerms } from "#shop/inventory/stock.ts";
import { type CartItem, toCartItem, cartMessages, readQuantityToAdd } from "./cart.ts";

/** Returns null for a cart line without a product id (§3). */
export function parseCartItem(value: unknown): CartItem | null {
  const item = readFields(value);
  const { productId, _id, id } = item;
  const populated = readFields(productId);
  const fields = { ...populated, ...item };
  const key = readId(productId, populated["_id"], populated["id"], _id, id);
  if (!key) return null;
  const product = {
    _id: key,
    price: readAmount(fields["price"]),
    title: readText(fields["title"]) || readText(fields["name"]) || cartMessages.nameless,
    category: readText(fields["category"]),
    size: readEntries(fields["size"], parseSize),
    images: readEntries(fields["images"], parseImage),
    ...parseStock(fields["stock"]),
    ...(isObject(fields["supply"]) && { supply: fields["supply"] as SupplyTerms }),
    gstRate: readNumber(fields["gstRate"]) || undefined,
  };
  return toCartItem(product, readQuantityToAdd(fields["quantity"]));
}

/** Parses the cart in a response (§7). Undefined if the response is not JSON, and empty if it has no lines. */
export function parseCart(body: unknown): { cartItems: CartItem[]; gone: string[] } | undefined {
  return isObject(body) || Array.isArray(body)
    ? { cartItems: readEntries(findList(body, "cartItems"), parseCartItem), gone: readMissingTitles(body) }
    : undefined;
}

const readMissingTitles = (body: unknown): string[] =>
  readEntries(readFields(body)["gone"], (title) => readText(title) || null);

/** Parses the response to a change. If it has no cart, `cartItems` is null and the caller must load the cart (§4). */
export function parseChangedCart(body: unknown): { cartItems: CartItem[] | null; gone: string[] } {
  const list = findList(body, "cartItems");
  return { cartItems: list && readEntries(list, parseCartItem), gone: readMissingTitles(body) };
}
