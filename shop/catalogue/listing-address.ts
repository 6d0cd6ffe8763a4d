import { type ListingQuery, links } from "#contract/links.ts";
import { isSameText } from "#contract/text.ts";
import { ROOT_LINKS, type BreadcrumbLink } from "./breadcrumb.ts";
import { listingParameterNames, toPlainQuery } from "./filters.ts";
import { categoryPages, findSubcategory } from "./subcategories.ts";

/** The number of products on one page of the listing. 'Show more' loads the next page (D44). */
export const LISTING_PAGE_SIZE = 24;

interface Address {
  pathname: string;
  searchParams: URLSearchParams;
}

/** Reads the query from the listing's URL, without the page number. Adds the route's subcategory (§2.5, D29). */
export function toListingQuery({ pathname, searchParams }: Address): ListingQuery {
  const query: ListingQuery = {};
  for (const name of listingParameterNames) {
    // Joins repeated parameters: without JavaScript, a form sends each wood and each subcategory as its own parameter.
    const value =
      name === "material" || name === "kind"
        ? searchParams.getAll(name).join(",")
        : searchParams.getAll(name).at(-1);
    if (value?.trim()) query[name] = value.trim();
  }
  const subcategory = findSubcategory(pathname, query.subcategory);
  return toPlainQuery(subcategory ? { ...query, subcategory } : query);
}

export function readPageNumber({ searchParams }: Pick<Address, "searchParams">): number {
  const pageText = searchParams.get("page") ?? "";
  return /^[1-9]\d{0,4}$/.test(pageText) ? Number(pageText) : 1;
}

/** Returns the URL of this query on the same route. Leaves out the subcategory if the route already implies it. */
export function buildListingHref(pathname: string, query: ListingQuery, page = 1): string {
  const { subcategory, ...rest } = query;
  const preset = findSubcategory(pathname, undefined);
  const listed = subcategory === undefined || (preset && isSameText(preset, subcategory)) ? rest : query;
  return pathname + links.products({ ...listed, ...(page > 1 && { page }) }).slice(links.products().length);
}

/** Returns the canonical URL (D28), without filters, sorting and page number. */
export function getCanonicalListing({ category, subcategory, collection }: Selection): string {
  const categoryPage = categoryPages.find((page) => isSameText(page.subcategory, subcategory ?? ""));
  if (categoryPage && !category && !collection) return categoryPage.path;
  return links.products({
    ...(category && { category }),
    ...(subcategory && { subcategory }),
    ...(collection && { collection }),
  });
}

export function buildListingBreadcrumb(selection: Selection): BreadcrumbLink[] {
  const { category, subcategory, collection } = selection;
  const narrowed = [
    ...(category ? [{ label: category, href: getCanonicalListing({ category }) }] : []),
    ...(subcategory ? [{ label: subcategory, href: getCanonicalListing({ category, subcategory }) }] : []),
    ...(collection ? [{ label: collection, href: getCanonicalListing(selection) }] : []),
  ];
  return [...ROOT_LINKS, ...narrowed];
}

export type Selection = { [Name in "category" | "subcategory" | "collection"]?: string | undefined };

/** Returns the same text for all queries that differ only in filters and sorting. */
export const getSelectionKey = ({ category, subcategory, collection, search }: ListingQuery): string =>
  JSON.stringify([category, subcategory, collection, search]);
