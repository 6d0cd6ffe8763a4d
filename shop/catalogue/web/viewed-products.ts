import { readEntries } from "#contract/read.ts";
import { readStoredJson, writeStored } from "#client/storage.ts";
import { type ProductCard, toCard } from "../card.ts";
import { loadProduct } from "./load-product.ts";

/** The browser stores only the ids of viewed products, so that prices and stock are always current. */
const KEY = "taruva.viewed";

const RECENTLY_VIEWED = 8;

/** Stores one id more than pages show, because a product page omits its own product from the list. */
export const saveViewedProduct = (id: string): void =>
  writeStored(KEY, JSON.stringify([id, ...listViewedIds(id)].slice(0, RECENTLY_VIEWED + 1)));

function listViewedIds(omitted: string): string[] {
  const stored = readStoredJson(KEY);
  return readEntries(stored, (id) => (typeof id === "string" && id !== omitted ? id : null));
}

/** Loads the most recently viewed products except `present`. Skips products that cannot be loaded. */
export async function loadViewedProducts(
  signal: AbortSignal,
  { present = "", most = RECENTLY_VIEWED }: { present?: string; most?: number },
): Promise<ProductCard[]> {
  const ids = listViewedIds(present).slice(0, most);
  const products = await Promise.all(ids.map((id) => loadProduct(id, signal).catch(() => null)));
  return products.flatMap((product) => (product ? toCard(product) : []));
}
