import { links } from "#contract/links.ts";
import { formatCount } from "#contract/text.ts";
import { toastInfo, toastSuccess } from "#ui/toast.ts";
import type { CartProduct } from "../cart.ts";
import { addToCart, getQuantityInCart } from "./cart-store.ts";

export interface CountedProduct<Product extends CartProduct = CartProduct> {
  product: Product;
  quantity: number;
}

export async function addAllToBag(products: readonly CountedProduct[]): Promise<void> {
  const short: string[] = [];
  let added = 0;
  for (const { product, quantity } of products) {
    const remaining = (product.stock ?? Infinity) - getQuantityInCart(product._id);
    const possible = Math.max(0, Math.min(quantity, remaining));
    if (possible < quantity) short.push(product.title);
    // The cart sends its changes one after another anyway, so wait for the result of each product.
    if (possible > 0 && (await addToCart(product, possible))) added += possible;
  }
  if (short.length > 0) toastInfo(`Not enough in stock: ${short.join(", ")}.`);
  if (added > 0)
    toastSuccess(`${formatCount(added, "piece")} in your bag.`, { label: "Go to bag", href: links.cart });
}
