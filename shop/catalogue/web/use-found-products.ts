import { useEffect, useState } from "react";
import { call } from "#client/api.ts";
import type { ProductCard } from "../card.ts";
import { findProducts } from "../endpoints.ts";
import { SEARCH_FROM_LETTERS, searchText } from "../search.ts";

/** The typing must have rested for so long before the shop is asked, in milliseconds. */
const AFTER_TYPING_MS = 250;

/**
 * The products that the typed words may mean; null while nothing is known of them. Those found last stay until the
 * next are there. A search that fails shows nothing: the fixed list stands in any case.
 */
export function useFoundProducts(text: string): readonly ProductCard[] | null {
  const wish = searchText(text);
  const [found, setFound] = useState<readonly ProductCard[] | null>(null);
  const asks = wish.length >= SEARCH_FROM_LETTERS;
  useEffect(() => {
    if (!asks) return setFound(null);
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      call(findProducts, { query: { q: wish } }, leaving.signal).then(
        ({ data }) => setFound(data),
        () => leaving.signal.aborted || setFound(null),
      );
    }, AFTER_TYPING_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [asks, wish]);
  return asks ? found : null;
}
