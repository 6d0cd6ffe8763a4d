import type { ListingQuery } from "#contract/links.ts";
import type { KnownNames } from "#shop/catalogue/server/index.ts";
import type { CacheKey } from "#platform/cache/cached-response.ts";
import {
  LISTING_PAGE_SIZE,
  buildListingHref,
  readPageNumber,
  toListingQuery,
} from "#shop/catalogue/listing-address.ts";

const filtersWithNames = ["category", "subcategory", "collection"] as const;

/**
 * Returns the query with names spelled as in the catalogue, and whether all of them exist. Prices and search words are
 * unbounded.
 */
export function toKnownQuery(
  query: ListingQuery,
  names: KnownNames,
): { query: ListingQuery; isBounded: boolean } {
  const spelled = { ...query };
  let isBounded = query.minPrice === undefined && query.maxPrice === undefined && query.search === undefined;
  for (const name of filtersWithNames) {
    const value = query[name];
    if (value === undefined) continue;
    const spelling = names.spelling(name, value);
    if (spelling === undefined) isBounded = false;
    else spelled[name] = spelling;
  }
  // A kind alone is one of a few; several of them make more lists than are worth keeping.
  const [kind = "", ...otherKinds] = (query.kind ?? "").split(",").map((name) => name.trim());
  const kindSpelling = kind && names.spelling("subcategory", kind);
  if (kindSpelling === undefined || otherKinds.length > 0) isBounded = false;
  else if (kindSpelling) spelled.kind = kindSpelling;
  const woods = (query.material ?? "").split(",").filter(Boolean);
  if (woods.some((wood) => names.spelling("material", wood) === undefined)) isBounded = false;
  else if (woods.length > 0) {
    spelled.material = woods.map((wood) => names.spelling("material", wood) ?? wood).join(",");
  }
  return { query: spelled, isBounded };
}

export function getListingKey(pathname: string, searchParams: URLSearchParams, names: KnownNames): CacheKey {
  const { query, isBounded } = toKnownQuery(toListingQuery({ pathname, searchParams }), names);
  const requested = readPageNumber({ searchParams });
  const last = requested === 1 ? 1 : Math.max(1, Math.ceil(names.count(query) / LISTING_PAGE_SIZE));
  return { address: buildListingHref(pathname, query, Math.min(requested, last)), isBounded };
}
