import { DEFAULT_SORTING, getComparer, type Sorting } from "../../sorting.ts";
import { createSearchIndex, type SearchIndex } from "../../search-index.ts";
import type { ListedProduct } from "./listed-product.ts";

/** Every product in the shop, as lists need them. */
export interface ListedProducts {
  readonly size: number;
  get(productId: string): ListedProduct | undefined;
  /** All of them in an order; equal ones newest first, then by their ids. */
  listBy(sorting: Sorting): readonly ListedProduct[];
  readonly index: SearchIndex<ListedProduct>;
  /** Grows when a name, a list of woods or the order of the newest may be another. */
  readonly namesVersion: number;
  /** Takes in what is new or changed, and takes out what is gone. */
  apply(changed: readonly ListedProduct[], gone?: readonly string[]): void;
}

/** Beyond so many changes, orders are made anew instead of being mended. */
const MENDED_AT_MOST = 200;

interface State {
  byId: Map<string, ListedProduct>;
  orders: Map<Sorting, ListedProduct[]>;
  index: SearchIndex<ListedProduct>;
  namesVersion: number;
}

export function createListedProducts(): ListedProducts {
  const state: State = { byId: new Map(), orders: new Map(), index: createSearchIndex(), namesVersion: 0 };
  return {
    get size() {
      return state.byId.size;
    },
    get index() {
      return state.index;
    },
    get namesVersion() {
      return state.namesVersion;
    },
    get: (productId) => state.byId.get(productId),
    listBy(sorting) {
      const known = state.orders.get(sorting);
      if (known) return known;
      const list = [...state.byId.values()].sort(compareBy(sorting));
      state.orders.set(sorting, list);
      return list;
    },
    apply(changed, gone = []) {
      if (changed.length + gone.length > MENDED_AT_MOST) state.orders.clear();
      for (const product of changed) replace(state, state.byId.get(product._id), product);
      for (const id of gone) replace(state, state.byId.get(id), undefined);
    },
  };
}

function replace(state: State, before: ListedProduct | undefined, after: ListedProduct | undefined): void {
  if (before) {
    for (const [sorting, list] of state.orders) list.splice(findPlace(list, before, sorting), 1);
    state.byId.delete(before._id);
  }
  if (after) {
    for (const [sorting, list] of state.orders) list.splice(findPlace(list, after, sorting), 0, after);
    state.byId.set(after._id, after);
  }
  state.index.replace(before, after);
  if (!before || !after || !isNamedAlike(before, after)) state.namesVersion++;
}

const isNamedAlike = (one: ListedProduct, other: ListedProduct): boolean =>
  one.category === other.category &&
  one.subcategory === other.subcategory &&
  one.collection === other.collection &&
  one.materials === other.materials &&
  one.createdAt === other.createdAt;

/** No two are equal, so that a product has one place in each order. */
function compareBy(sorting: Sorting): (one: ListedProduct, other: ListedProduct) => number {
  const [compare, compareAge] = [getComparer(sorting), getComparer(DEFAULT_SORTING)];
  return (one, other) =>
    compare(one, other) || compareAge(one, other) || (one._id < other._id ? -1 : Number(one._id > other._id));
}

export const compareLatest = compareBy(DEFAULT_SORTING);

/** Where a product stands, or would stand. */
function findPlace(list: readonly ListedProduct[], product: ListedProduct, sorting: Sorting): number {
  const compare = compareBy(sorting);
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compare(list[middle] as ListedProduct, product) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
