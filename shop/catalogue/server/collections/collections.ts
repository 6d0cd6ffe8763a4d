import type { HomeContentFiles } from "../home/home-content-files.ts";

export type Collection = HomeContentFiles["collections"][number];

/** The menu with one of its entries at another place, counted from 1. */
export function reorderCollections(
  collections: readonly Collection[],
  moved: Collection,
  place: number,
): Collection[] {
  const others = collections.filter((one) => one !== moved);
  return others.toSpliced(place - 1, 0, moved);
}
