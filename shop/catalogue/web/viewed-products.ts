import { call } from "#client/api.ts";
import { readStoredJson, writeStored } from "#client/storage.ts";
import { type ProductCard, toCard } from "../card.ts";
import { readProduct } from "../endpoints.ts";

/**
 * A key in this browser only: the shop never receives the list. Only ids are stored, so prices and stock are today's.
 */
const KEY = "taruva.viewed";

const readViewedProducts = (): string[] => readViewed(readStoredJson(KEY));

export const saveViewed = (id: string): void =>
  writeStored(KEY, JSON.stringify(withViewed(readViewedProducts(), id)));

/** Loads the products viewed last, the latest first, without the present one; those no longer in the shop are passed over. */
export async function loadViewed(
  signal: AbortSignal,
  { present = "", most }: { present?: string; most?: number },
): Promise<ProductCard[]> {
  const ids = listViewedBefore(readViewedProducts(), present).slice(0, most);
  const results = await Promise.allSettled(ids.map((id) => call(readProduct, { params: { id } }, signal)));
  return results.flatMap((result) => {
    const product = result.status === "fulfilled" ? result.value : null;
    return product ? [toCard(product)] : [];
  });
}

/** Maximum number of recently viewed products shown. */
export const RECENTLY_VIEWED = 8;

/** Puts the current product first. Stores one more than is shown, because the current product is not shown. */
export const withViewed = (ids: readonly string[], id: string): string[] =>
  [id, ...ids.filter((other) => other !== id)].slice(0, RECENTLY_VIEWED + 1);

/** Lists the products viewed before the current one, the latest first. */
export const listViewedBefore = (ids: readonly string[], currentId: string): string[] =>
  ids.filter((id) => id !== currentId).slice(0, RECENTLY_VIEWED);

/** Reads the stored ids and ignores everything else. */
const readViewed = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((id) => typeof id === "string" && id !== "") : [];
