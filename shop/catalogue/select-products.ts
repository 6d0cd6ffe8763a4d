import { toRupees } from "#contract/money.ts";
import { isSameText } from "#contract/text.ts";
import { type Sortable, sortProducts } from "./sorting.ts";
import type { Listing } from "./filters.ts";

interface Selectable extends Sortable {
  category: string;
  subcategory: string;
  collection?: string | undefined;
  materials: readonly string[];
}

/** The products of a listing, sorted. */
export function selectProducts<P extends Selectable>(products: readonly P[], listing: Listing): P[] {
  const isInListing = createListingFilter(listing);
  return sortProducts(isInListing ? products.filter(isInListing) : products, listing.sorting);
}

type Filter = (product: Selectable) => boolean;

/** Whether a product is in a listing; null where all are. Texts match whole, ignoring case: 'Bowl' is not 'Fruit Bowl' (D34). */
export function createListingFilter(listing: Listing): Filter | null {
  const { category, subcategory, collection, materials, minPrice, maxPrice } = listing;
  const filters: Filter[] = [];
  const addName = (wanted: string | null, read: (product: Selectable) => string | undefined) => {
    if (wanted === null) return;
    const isWanted = rememberAnswers((name: string | undefined) => isSameText(name ?? "", wanted));
    filters.push((product) => isWanted(read(product)));
  };
  addName(subcategory, (product) => product.subcategory);
  addName(category, (product) => product.category);
  addName(collection, (product) => product.collection);
  if (minPrice !== null) filters.push(({ price }) => price >= toRupees(minPrice));
  if (maxPrice !== null) filters.push(({ price }) => price <= toRupees(maxPrice));
  if (materials.length > 0) {
    const isWanted = rememberAnswers((woods: readonly string[]) =>
      materials.some((wood) => woods.some((own) => isSameText(own, wood))),
    );
    filters.push((product) => isWanted(product.materials));
  }
  if (filters.length === 0) return null;
  return (product) => filters.every((isChosen) => isChosen(product));
}

/** Asks once for each name: a hundred thousand products share a few hundred. */
export function rememberAnswers<Key, Answer>(ask: (key: Key) => Answer): (key: Key) => Answer {
  const answers = new Map<Key, Answer>();
  return (key) => {
    if (answers.has(key)) return answers.get(key) as Answer;
    const answer = ask(key);
    answers.set(key, answer);
    return answer;
  };
}
