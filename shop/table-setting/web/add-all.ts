import { formatCount } from "#contract/text.ts";
import type { CartProduct } from "#shop/cart/cart.ts";
import { addToCart, getQuantityInCart } from "#shop/cart/web/cart-store.ts";
import type { ProductCard } from "#shop/catalogue/card.ts";
import { toastInfo, toastSuccess } from "#ui/toast.ts";
import type { LaidPiece } from "../lay-table.ts";

interface Counted<Product> {
  product: Product;
  quantity: number;
}

/** The products of a table with how many of each, in the order in which they were laid. */
export function countGoods(
  pieces: readonly LaidPiece[],
  products: ReadonlyMap<string, ProductCard>,
): Counted<ProductCard>[] {
  const groups = Map.groupBy(pieces, ({ productId }) => productId);
  return [...groups].flatMap(([productId, group]) => {
    const product = products.get(productId);
    return product ? { product, quantity: group.length } : [];
  });
}

/** Puts a table into the bag, no more of each than there is, and says what was left out. */
export async function addAllToBag(goods: readonly Counted<CartProduct>[]): Promise<void> {
  const short: string[] = [];
  let added = 0;
  for (const { product, quantity } of goods) {
    const left = (product.stock ?? Infinity) - getQuantityInCart(product._id);
    const possible = Math.max(0, Math.min(quantity, left));
    if (possible < quantity) short.push(product.title);
    // One after the other: the shop takes one change of a bag at a time.
    if (possible > 0 && (await addToCart(product, possible))) added += possible;
  }
  if (short.length > 0) toastInfo(`Not enough in stock: ${short.join(", ")}.`);
  if (added > 0) toastSuccess(`${formatCount(added, "piece")} in your bag.`);
}
