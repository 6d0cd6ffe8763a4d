import type { Context } from "#platform/context.ts";
import { materialOptions, readListing } from "../../filters.ts";
import { selectProducts } from "../../select-products.ts";
import { menuCategories, searchList } from "../../subcategories.ts";
import type { Snapshot } from "../snapshot/load-snapshot.ts";
import { getSnapshot } from "../snapshot/snapshot.ts";

type Named = "category" | "subcategory" | "collection" | "material";

/** What the shop's menus and its catalogue call things. */
export interface KnownNames {
  /** The name as the shop writes it; undefined when there is no such thing. Ignores case and outer blanks. */
  spelling(kind: Named, name: string): string | undefined;
  hasProduct(productId: string): boolean;
  /** How many products there are, or, with a query, how many of them it selects. */
  count(query?: Parameters<typeof readListing>[0]): number;
}

const known = new WeakMap<Snapshot, KnownNames>();

export function getKnownNames(context: Context): KnownNames {
  const snapshot = getSnapshot(context);
  const before = known.get(snapshot);
  if (before) return before;
  const names = listNames(snapshot);
  known.set(snapshot, names);
  return names;
}

function listNames({ products, byId, homeContent }: Snapshot): KnownNames {
  const menus = menuCategories.flatMap(({ subcategories }): readonly string[] => subcategories);
  const spellings: Record<Named, Map<string, string>> = {
    category: mapSpellings([
      ...menuCategories.map(({ name }) => name),
      ...products.map(({ category }) => category),
    ]),
    subcategory: mapSpellings([...menus, ...searchList, ...products.map(({ subcategory }) => subcategory)]),
    collection: mapSpellings([
      ...homeContent.collections.map(({ name }) => name),
      ...products.map(({ collection }) => collection ?? ""),
    ]),
    material: mapSpellings([...materialOptions, ...products.flatMap(({ materials }) => materials)]),
  };
  return {
    spelling: (kind, name) => spellings[kind].get(toPlain(name)),
    hasProduct: (productId) => byId.has(productId),
    count: (query) => (query ? selectProducts(products, readListing(query)).length : products.length),
  };
}

/** The first who spells it decides. */
const mapSpellings = (names: readonly string[]): Map<string, string> =>
  new Map(
    names
      .filter(Boolean)
      .toReversed()
      .map((name) => [toPlain(name), name.trim()]),
  );

const toPlain = (name: string): string => name.trim().toLowerCase();
