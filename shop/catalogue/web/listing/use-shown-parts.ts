import { useEffect, useMemo, useState } from "react";
import type { LoadOutcome } from "#client/use-response.ts";
import type { ProductCard } from "../../card.ts";
import type { Facets } from "../../listing.ts";
import { LISTING_PAGE_SIZE } from "../../listing-address.ts";

/** One page of the listing, and the total number of products. */
export interface ListingPart {
  cards: ProductCard[];
  page: number;
  total: number;
  /** The best products of a search that lack some of the words. */
  close: ProductCard[];
  /** Number of products of each filter; null if the backend does not count them. */
  facets: Facets | null;
}

export interface ShownParts {
  cards: readonly ProductCard[];
  /** The first and the last of these pages. */
  from: number;
  to: number;
  total: number;
  /** The best products of a search that lack some of the words, shown after the last page. */
  close: readonly ProductCard[];
  facets: Facets | null;
  /** True if there are further pages. */
  more: boolean;
}

/**
 * The loaded pages of a listing as one list. A new page is appended, and a returning visitor sees all of them again.
 * `listKey` identifies the list: the URL without the page.
 */
export function useShownParts(
  listKey: string,
  page: number,
  outcome: LoadOutcome<ListingPart>,
): ShownParts | null {
  const loaded = outcome.state === "loaded" ? outcome.value : null;
  useEffect(() => {
    if (loaded) cachePart(listKey, loaded);
  }, [listKey, loaded]);
  return useMemo(
    () => joinParts(listPartsUpTo(listKey, loaded?.page ?? page, loaded)),
    [listKey, page, loaded],
  );
}

/** Returns the last list of the same listing until the new list is loaded. */
export function useLastOf(shown: ShownParts | null, selection: string): ShownParts | null {
  const [last, setLast] = useState({ shown, selection });
  if (shown && shown !== last.shown) setLast({ shown, selection });
  return last.selection === selection ? last.shown : null;
}

/** Recently viewed lists; only filled in the browser. */
const cache = new Map<string, Map<number, ListingPart>>();
const CACHED_LISTS = 8;

function cachePart(listKey: string, part: ListingPart): void {
  const parts = cache.get(listKey) ?? new Map<number, ListingPart>();
  cache.delete(listKey);
  cache.set(listKey, parts.set(part.page, part));
  for (const oldest of cache.keys()) {
    if (cache.size <= CACHED_LISTS) break;
    cache.delete(oldest);
  }
}

/** The consecutive pages that end with this one, or with the page before it while it is loading. */
function listPartsUpTo(listKey: string, page: number, loaded: ListingPart | null): ListingPart[] {
  const parts: ListingPart[] = [];
  for (let each = page; each >= 1; each--) {
    const part = each === loaded?.page ? loaded : cache.get(listKey)?.get(each);
    if (part) parts.unshift(part);
    else if (each < page) break;
  }
  return parts;
}

function joinParts(parts: ListingPart[]): ShownParts | null {
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return null;
  // A product that moved between two pages is shown once.
  const cards = new Map(parts.flatMap((part) => part.cards.map((card) => [card._id, card] as const)));
  const { page: to, total, close, facets } = last;
  const hasMore = cards.size < total && to * LISTING_PAGE_SIZE < total;
  return { cards: [...cards.values()], from: first.page, to, total, close, facets, more: hasMore };
}
