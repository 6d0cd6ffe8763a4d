import type { ListingQuery } from "#contract/links.ts";
import { DEFAULT_SORTING, getSortingLabel } from "./sorting.ts";
import { changeQuery, readListing } from "./filters.ts";
import { formatPriceRange } from "./price-range.ts";

/** A filter that is on, as a tag; following `without` takes it off (§2.5). */
export interface FilterTag {
  name: "material" | "price" | "sort";
  label: string;
  without: ListingQuery;
}

/** The tags above the grid: woods, price range, sorting, each only when it is set. Removing one starts at page 1. */
export function filterTags({ page: _page, ...query }: ListingQuery): FilterTag[] {
  const { materials, minPrice, maxPrice, sorting } = readListing(query);
  const tags: FilterTag[] = materials.map((material) => ({
    name: "material",
    label: material,
    without: changeQuery(query, { material: materials.filter((other) => other !== material).join(",") }),
  }));
  const range = formatPriceRange({ minPrice, maxPrice });
  if (range)
    tags.push({ name: "price", label: range, without: changeQuery(query, { minPrice: "", maxPrice: "" }) });
  if (sorting !== DEFAULT_SORTING) {
    tags.push({
      name: "sort",
      label: getSortingLabel(sorting),
      without: changeQuery(query, { sortOption: "" }),
    });
  }
  return tags;
}
