import type { Context } from "#platform/context.ts";
import { readListing } from "../../filters.ts";
import { DEFAULT_SORTING } from "../../sorting.ts";
import { standardNavigation } from "../build-navigation.ts";
import type { Snapshot } from "../snapshot/load-snapshot.ts";
import { selectSummaries } from "../snapshot/product-summaries.ts";
import type { ProductSummary } from "../snapshot/product-summary.ts";
import { getSnapshot } from "../snapshot/snapshot.ts";

type Named = "category" | "subcategory" | "collection" | "material";

/** Names used by the shop's menus and its catalogue. */
export interface KnownNames {
  /** Returns the shop's spelling of a name, ignoring case and outer spaces; undefined if it does not exist. */
  spelling(kind: Named, name: string): string | undefined;
  hasProduct(productId: string): boolean;
  /** Returns the number of products, or of those that a query selects. */
  count(query?: Parameters<typeof readListing>[0]): number;
}

/** The same names, as lists to choose from. */
interface NamesToChoose extends KnownNames {
  /** Lists all names of a kind in alphabetical order. */
  list(kind: Named): string[];
}

/** Cached by the home content, which contains the collections. `version` is that of the products' names. */
const namesCache = new WeakMap<Snapshot["homeContent"], { version: number; names: NamesToChoose }>();

export function getKnownNames(context: Context): NamesToChoose {
  const snapshot = getSnapshot(context);
  const { homeContent, products } = snapshot;
  const previous = namesCache.get(homeContent);
  if (previous?.version === products.namesVersion) return previous.names;
  const names = listNames(snapshot);
  namesCache.set(homeContent, { version: products.namesVersion, names });
  return names;
}

function listNames({ products, homeContent }: Snapshot): NamesToChoose {
  const used = listUsedNames(products.listBy(DEFAULT_SORTING));
  const { menu, search, materials } = homeContent.navigation ?? standardNavigation;
  const inMenu = menu.flatMap(({ subcategories }) => subcategories);
  const spellings: Record<Named, Map<string, string>> = {
    category: mapSpellings([...menu.map(({ name }) => name), ...used.category]),
    subcategory: mapSpellings([...inMenu, ...search, ...used.subcategory]),
    collection: mapSpellings([...homeContent.collections.map(({ name }) => name), ...used.collection]),
    material: mapSpellings([...materials, ...used.material]),
  };
  return {
    spelling: (kind, name) => spellings[kind].get(toPlain(name)),
    list: (kind) =>
      [...spellings[kind].values()].toSorted((first, other) => first.localeCompare(other, "en")),
    hasProduct: (productId) => products.get(productId) !== undefined,
    count: (query) =>
      query ? selectSummaries(products, readListing(query), { from: 0, to: 0 }).total : products.size,
  };
}

/** Lists each name once, in the order of the products. */
function listUsedNames(products: readonly ProductSummary[]): Record<Named, string[]> {
  const kinds = [...new Set(products.map(({ kind }) => kind))];
  return {
    category: kinds.map(({ category }) => category),
    subcategory: kinds.map(({ subcategory }) => subcategory),
    collection: kinds.map(({ collection }) => collection ?? ""),
    material: kinds.flatMap(({ materials }) => materials),
  };
}

/** The first product with a name determines its spelling. */
const mapSpellings = (names: readonly string[]): Map<string, string> =>
  new Map(
    names
      .filter(Boolean)
      .toReversed()
      .map((name) => [toPlain(name), name.trim()]),
  );

const toPlain = (name: string): string => name.trim().toLowerCase();
