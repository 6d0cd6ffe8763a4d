import type { WindowFiles } from "./window-files.ts";

export type Collection = WindowFiles["collections"][number];

/** The menu with one of its entries at another place, counted from 1. */
export function orderedCollections(
  collections: readonly Collection[],
  moved: Collection,
  place: number,
): Collection[] {
  const others = collections.filter((one) => one !== moved);
  return others.toSpliced(place - 1, 0, moved);
}
