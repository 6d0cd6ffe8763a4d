import type { Context } from "#platform/context.ts";
import { readListing } from "../../filters.ts";
import { standardNavigation } from "../build-navigation.ts";
import { getSnapshot, type Snapshot } from "../snapshot/snapshot.ts";

type NameKind = "category" | "subcategory" | "collection" | "material";

export interface KnownNames {
  /** Returns a name in the shop's spelling; undefined if it is unknown. Ignores case and surrounding spaces. */
  spelling(kind: NameKind, name: string): string | undefined;
  hasProduct(productId: string): boolean;
  count(query?: Parameters<typeof readListing>[0]): number;
  list(kind: NameKind): string[];
}

/** Caches the names. Each revision of the catalogue and each preview has its own snapshot. */
const namesCache = new WeakMap<Snapshot, KnownNames>();

export function getKnownNames(context: Context): KnownNames {
  const snapshot = getSnapshot(context);
  const names = namesCache.get(snapshot) ?? listNames(snapshot);
  namesCache.set(snapshot, names);
  return names;
}

function listNames({ products, homeContent }: Snapshot): KnownNames {
  const used = products.listUsedKinds();
  const { menu, search, materials } = homeContent.navigation ?? standardNavigation;
  const spellings: Record<NameKind, Map<string, string>> = {
    category: mapSpellings([menu.map(({ name }) => name), used.map(({ category }) => category)]),
    subcategory: mapSpellings([
      menu.flatMap(({ subcategories }) => subcategories),
      search,
      used.map(({ subcategory }) => subcategory),
    ]),
    collection: mapSpellings([
      homeContent.collections.map(({ name }) => name),
      used.map(({ collection = "" }) => collection),
    ]),
    material: mapSpellings([materials, used.flatMap(({ materials: woods }) => woods)]),
  };
  return {
    spelling: (kind, name) => spellings[kind].get(toPlain(name)),
    list: (kind) =>
      [...spellings[kind].values()].toSorted((first, other) => first.localeCompare(other, "en")),
    hasProduct: (productId) => products.get(productId) !== undefined,
    count: (query) => (query ? products.select(readListing(query)).length : products.size),
  };
}

const mapSpellings = (names: readonly (readonly string[])[]): Map<string, string> =>
  new Map(
    names
      .flat()
      .filter(Boolean)
      .toReversed()
      .map((name) => [toPlain(name), name.trim()]),
  );

const toPlain = (name: string): string => name.trim().toLowerCase();
