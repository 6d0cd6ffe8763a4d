import { call } from "#client/api.ts";
import { readStoredJson, writeStored } from "#client/storage.ts";
import { type ProductCard, toCard } from "../card.ts";
import { readProduct } from "../endpoints.ts";

/** Only the ids are stored, so that prices and stock are always current. */
const KEY = "taruva.viewed";

function readViewedIds(): string[] {
  const stored = readStoredJson(KEY);
  return Array.isArray(stored) ? stored.filter((id) => typeof id === "string" && id !== "") : [];
}

export const saveViewedProduct = (id: string): void =>
  writeStored(KEY, JSON.stringify(addViewedId(readViewedIds(), id)));

/** Loads the most recently viewed products except `present`. Skips products that are no longer in the shop. */
export async function loadViewedProducts(
  signal: AbortSignal,
  { present = "", most }: { present?: string; most?: number },
): Promise<ProductCard[]> {
  const ids = listViewedBefore(readViewedIds(), present).slice(0, most);
  const results = await Promise.allSettled(ids.map((id) => call(readProduct, { params: { id } }, signal)));
  return results.flatMap((result) => {
    const product = result.status === "fulfilled" ? result.value : null;
    return product ? [toCard(product)] : [];
  });
}

export const RECENTLY_VIEWED = 8;

/** Adds an id. Keeps one id more than is shown, because the list on a product page omits that product. */
export const addViewedId = (ids: readonly string[], id: string): string[] =>
  [id, ...ids.filter((other) => other !== id)].slice(0, RECENTLY_VIEWED + 1);

export const listViewedBefore = (ids: readonly string[], currentId: string): string[] =>
  ids.filter((id) => id !== currentId).slice(0, RECENTLY_VIEWED);
