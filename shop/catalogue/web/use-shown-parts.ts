import { useEffect, useMemo } from "react";
import type { Outcome } from "#client/answer.ts";
import type { ProductCard } from "../card.ts";
import { LISTING_PAGE_SIZE } from "../listing-address.ts";

/** One page of the listing, and how many products it has in all. */
export interface ListingPart {
  cards: ProductCard[];
  page: number;
  total: number;
}

export interface ShownParts {
  cards: readonly ProductCard[];
  /** The first and the last page among them. */
  from: number;
  to: number;
  total: number;
  /** Whether there are pages after these. */
  more: boolean;
}

/**
 * The pages of a listing as they have been shown one below the other: a new page joins those above it, and anyone who
 * comes back finds them all again. `wish` says which list it is: everything in the address but the page.
 */
export function useShownParts(wish: string, page: number, outcome: Outcome<ListingPart>): ShownParts | null {
  const arrived = outcome.state === "loaded" ? outcome.value : null;
  useEffect(() => {
    if (arrived) remember(wish, arrived);
  }, [wish, arrived]);
  return useMemo(() => joined(partsUpTo(wish, arrived?.page ?? page, arrived)), [wish, page, arrived]);
}

/** Lists a visitor has lately been through; filled in the browser only. */
const cache = new Map<string, Map<number, ListingPart>>();
const KEPT_LISTS = 8;

function remember(wish: string, part: ListingPart): void {
  const parts = cache.get(wish) ?? new Map<number, ListingPart>();
  cache.delete(wish);
  cache.set(wish, parts.set(part.page, part));
  for (const oldest of cache.keys()) {
    if (cache.size <= KEPT_LISTS) break;
    cache.delete(oldest);
  }
}

/** The unbroken run of pages that ends with this one, or above it while it is on its way. */
function partsUpTo(wish: string, page: number, arrived: ListingPart | null): ListingPart[] {
  const parts: ListingPart[] = [];
  for (let each = page; each >= 1; each--) {
    const part = each === arrived?.page ? arrived : cache.get(wish)?.get(each);
    if (part) parts.unshift(part);
    else if (each < page) break;
  }
  return parts;
}

function joined(parts: ListingPart[]): ShownParts | null {
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return null;
  // A product that moved while pages came one after the other is shown once.
  const cards = new Map(parts.flatMap((part) => part.cards.map((card) => [card._id, card] as const)));
  const { page: to, total } = last;
  const more = cards.size < total && to * LISTING_PAGE_SIZE < total;
  return { cards: [...cards.values()], from: first.page, to, total, more };
}
