import { useEffect, useMemo, useState } from "react";
import type { LoadOutcome } from "#client/use-response.ts";
import { LISTING_PAGE_SIZE } from "../../listing-address.ts";
import type { ListingPart } from "./load-listing-part.ts";

export type ShownPages = NonNullable<ReturnType<typeof joinParts>>;

/** Returns the loaded pages as one list. They are cached, so a returning visitor sees all of them again. */
export function useShownParts(
  listKey: string,
  page: number,
  outcome: LoadOutcome<ListingPart>,
): ShownPages | null {
  const loaded = outcome.state === "loaded" ? outcome.value : null;
  useEffect(() => {
    if (loaded) cachePart(listKey, loaded);
  }, [listKey, loaded]);
  return useMemo(
    () => joinParts(listPartsUpTo(listKey, loaded?.page ?? page, loaded)),
    [listKey, page, loaded],
  );
}

/** While the list is loading, returns the last list with the same selection. */
export function useLastOf(shown: ShownPages | null, selection: string): ShownPages | null {
  const [last, setLast] = useState({ shown, selection });
  if (shown && shown !== last.shown) setLast({ shown, selection });
  return last.selection === selection ? last.shown : null;
}

/** The cached pages by list key and page number. Filled only in the browser. */
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

/** Returns the consecutive cached pages that end with this page, or with the one before while it is loading. */
function listPartsUpTo(listKey: string, page: number, loaded: ListingPart | null): ListingPart[] {
  const parts: ListingPart[] = [];
  for (let each = page; each >= 1; each--) {
    const part = each === loaded?.page ? loaded : cache.get(listKey)?.get(each);
    if (part) parts.unshift(part);
    else if (each < page) break;
  }
  return parts;
}

/** Returns the pages as one list, with the numbers of the first and the last page. */
function joinParts(parts: ListingPart[]) {
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return null;
  // Keeps each product once, because it may have moved to another page between two requests.
  const cards = new Map(parts.flatMap((part) => part.cards.map((card) => [card._id, card] as const)));
  const { page: to, total, close, facets } = last;
  const hasMore = cards.size < total && to * LISTING_PAGE_SIZE < total;
  return { cards: [...cards.values()], from: first.page, to, total, close, facets, more: hasMore };
}
