import { useEffect, useMemo, useState } from "react";
import type { LoadOutcome } from "#client/use-response.ts";
import { LISTING_PAGE_SIZE } from "../../listing-address.ts";
import type { ListingPage } from "./load-listing-page.ts";

export type ShownPages = NonNullable<ReturnType<typeof joinPages>>;

/** Returns the loaded pages as one list, or null. The pages are cached, so Back shows all of them again. */
export function useShownPages(
  listKey: string,
  pageNumber: number,
  outcome: LoadOutcome<ListingPage>,
): ShownPages | null {
  const loaded = outcome.state === "loaded" ? outcome.value : null;
  useEffect(() => {
    if (loaded) cachePage(listKey, loaded);
  }, [listKey, loaded]);
  return useMemo(
    () => joinPages(listPagesUpTo(listKey, loaded?.page ?? pageNumber, loaded)),
    [listKey, pageNumber, loaded],
  );
}

/** Returns the last loaded list, to show it while the next one loads. Null if the selection has changed since. */
export function useLastOf(shown: ShownPages | null, selection: string): ShownPages | null {
  const [last, setLast] = useState({ shown, selection });
  if (shown && shown !== last.shown) setLast({ shown, selection });
  return last.selection === selection ? last.shown : null;
}

/** Pages by list key and page number. Filled only in the browser, not while the server renders. */
const cache = new Map<string, Map<number, ListingPage>>();
const CACHED_LISTS = 8;

function cachePage(listKey: string, page: ListingPage): void {
  const pages = cache.get(listKey) ?? new Map<number, ListingPage>();
  cache.delete(listKey);
  cache.set(listKey, pages.set(page.page, page));
  const [oldest = ""] = cache.keys();
  if (cache.size > CACHED_LISTS) cache.delete(oldest);
}

/** Returns the consecutive cached pages up to this page. While this page is loading, ends at the previous page. */
function listPagesUpTo(listKey: string, pageNumber: number, loaded: ListingPage | null): ListingPage[] {
  const pages: ListingPage[] = [];
  for (let each = pageNumber; each >= 1; each--) {
    const page = each === loaded?.page ? loaded : cache.get(listKey)?.get(each);
    if (page) pages.unshift(page);
    else if (each < pageNumber) break;
  }
  return pages;
}

function joinPages(pages: ListingPage[]) {
  const [first, last] = [pages[0], pages.at(-1)];
  if (!first || !last) return null;
  // A product may have moved to another page between two requests, so keep each product once.
  const cards = new Map(pages.flatMap((page) => page.cards.map((card) => [card._id, card] as const)));
  const { page: to, total, close, facets } = last;
  const hasMore = cards.size < total && to * LISTING_PAGE_SIZE < total;
  return { cards: [...cards.values()], from: first.page, to, total, close, facets, more: hasMore };
}
