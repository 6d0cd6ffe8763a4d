import { call } from "#client/api.ts";
import { readEntries } from "#contract/read.ts";
import { readStoredJson, writeStored } from "#client/storage.ts";
import { type ProductCard, toCard } from "../card.ts";
import { readProduct } from "../endpoints.ts";

/** The browser stores only the ids of viewed products, so that prices and stock are always current. */
const KEY = "taruva.viewed";

const RECENTLY_VIEWED = 8;

/** Keeps one id more than is shown, because the list on a product page omits that product. */
export const saveViewedProduct = (id: string): void =>
  writeStored(KEY, JSON.stringify([id, ...listViewedIds(id)].slice(0, RECENTLY_VIEWED + 1)));

/** Returns the stored ids except `omitted`, latest first. */
function listViewedIds(omitted: string): string[] {
  const stored = readStoredJson(KEY);
  return readEntries(stored, (id) => (typeof id === "string" && id !== omitted ? id : null));
}

/** Loads the most recently viewed products except `present`. Skips products that are no longer in the shop. */
export async function loadViewedProducts(
  signal: AbortSignal,
  { present = "", most = RECENTLY_VIEWED }: { present?: string; most?: number },
): Promise<ProductCard[]> {
  const ids = listViewedIds(present).slice(0, most);
  const results = await Promise.allSettled(ids.map((id) => call(readProduct, { params: { id } }, signal)));
  return results.flatMap((result) => {
    const product = result.status === "fulfilled" ? result.value : null;
    return product ? [toCard(product)] : [];
  });
}
