import { amountOf, fieldsOf, idOf, isObject, listIn, listOf, numberOf, textOf } from "#contract/read.ts";
import { imageFrom, sizeFrom } from "#shop/catalogue/read-product.ts";
import { type CartItem, cartItemOf } from "./cart.ts";
import { cartMessages } from "./cart-messages.ts";
import { quantityToAdd } from "./cart-quantity.ts";

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
