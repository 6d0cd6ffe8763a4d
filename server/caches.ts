import proxyAddr from "@fastify/proxy-addr";
import type { ListingQuery } from "#contract/links.ts";
import { findPageName, type PageName, pagePaths } from "#contract/page-paths.ts";
import {
  createResponseCache,
  type ResponseCache,
  type CacheKey,
  type VisitKey,
} from "#platform/cache/response-cache.ts";
import type { Context } from "#platform/context.ts";
import { trustProxy } from "#platform/http/proxies.ts";
import { getHttpsHeaders } from "#platform/http/security-headers.ts";
import {
  buildListingHref,
  LISTING_PAGE_SIZE,
  readPageNumber,
  toListingQuery,
} from "#shop/catalogue/listing-address.ts";
import { NEWLY_LAUNCHED } from "#shop/catalogue/listing.ts";
import { searchText } from "#shop/catalogue/search.ts";
import { DEFAULT_PAGE_SIZE, getKnownNames, type KnownNames } from "#shop/catalogue/server/index.ts";
import { findNextOrderDay } from "#shop/policies/delivery-dates.ts";
import { getShopRules } from "#shop/policies/server/index.ts";
import { countServed } from "#shop/visits/server/index.ts";

/** `answers` contains responses that change with the catalogue, `files` contains files that never change. */
export interface Caches {
  answers: ResponseCache;
  files: ResponseCache;
}

/** Creates the caches. The catalogue must be loaded before they are used. */
export function createCaches(context: Context): Caches {
  const httpsHeaders = getHttpsHeaders(context.config);
  const trust = trustProxy(context.config);
  return {
    answers: createResponseCache(
      createCacheKeys(() => getKnownNames(context)),
      {
        always: httpsHeaders,
        // Pages show delivery dates and the current year. These change at midnight and at the cut-off time for orders.
        expiry: { now: context.now, findEnd: (date) => findNextOrderDay(date, getShopRules(context)) },
        countVisit: (request, visit) =>
          countServed(context, request.headers, visit, () => proxyAddr(request, trust)),
      },
    ),
    files: createResponseCache(undefined, { always: httpsHeaders }),
  };
}

/** Returns a function that converts a public URL to its cache key. URLs with the same key get the same response. */
export function createCacheKeys(names: () => KnownNames): (url: string) => CacheKey {
  return (url) => {
    const [path, query] = splitUrl(url);
    if (path === null) return { address: url, isBounded: false };
    if (path.startsWith("/api/")) return getCallKey(path, query, names());
    const page = findPageName(path);
    const key = getKeyOfPage(page, path, query, names());
    return page === null ? key : { ...key, visit: `page ${page}` };
  };
}

function getKeyOfPage(
  page: PageName | null,
  path: string,
  query: URLSearchParams,
  names: KnownNames,
): CacheKey {
  if (page === "listing") {
    const key = getListingKey(path.toLowerCase(), query, names);
    return { ...key, ...countSearch("search", query.getAll("search").at(-1)) };
  }
  if (page === "product") return getProductKey(path, names);
  return getPageKey(path, readsRedirect.has(page) ? pick(query, ["after", "redirect"]) : "");
}

function splitUrl(url: string): [path: string | null, query: URLSearchParams] {
  // As in the router, the path ends at the first `?` or `#`. Clients other than browsers may send a fragment.
  const queryAt = url.search(/[?#]/);
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  const query = new URLSearchParams(queryAt < 0 ? "" : `?${url.slice(queryAt + 1)}`);
  if (/^[/\w.-]*$/.test(path)) return [path.replace(/(?<=.)\/+$/, ""), query];
  try {
    const parts = path.split("/").map((part) => encodeURIComponent(decodeURIComponent(part)));
    return [parts.join("/").replace(/(?<=.)\/+$/, ""), query];
  } catch {
    return [null, query];
  }
}

function getProductKey(path: string, names: KnownNames): CacheKey {
  const [, route = "", id = ""] = path.split("/");
  return {
    address: `/${route.toLowerCase()}/${id}`,
    isBounded: names.hasProduct(decodeURIComponent(id)),
  };
}

/** The pages that read the query parameters `after` and `redirect`. */
const readsRedirect: ReadonlySet<PageName | null> = new Set(["logIn", "signUp", "forgotPassword"] as const);

const fixedPaths = new Map<string, string>(
  Object.values(pagePaths)
    .flat()
    .map((fixed) => [fixed.toLowerCase(), fixed]),
);

function getPageKey(path: string, redirect: string): CacheKey {
  const small = path.toLowerCase();
  const isSimple = /^\/[\w.-]*$/.test(small);
  const address = isSimple ? (fixedPaths.get(small) ?? small) : path;
  return { address: address + redirect, isBounded: isSimple && redirect === "" };
}

/** Returns the cache key of an API call. If the schema rejects the call, no cached response has this key. */
function getCallKey(path: string, query: URLSearchParams, names: KnownNames): CacheKey {
  const asSent = { address: `${path}?${query.toString()}`, isBounded: false };
  if (path === "/api/products/search") {
    if (query.getAll("q").length > 1) return asSent;
    const queryText = query.get("q") ?? "";
    const searched = searchText(queryText);
    if (searched === "") return { address: path, isBounded: true };
    // `searchText` removes an `@`. Searches with an `@` are not counted in the visit statistics, which count by cache
    // key, so they need another key than the same searches without it.
    const isMailAddress = AT_SIGN.test(queryText);
    const address = `${path}?q=${encodeURIComponent(isMailAddress ? `@${searched}` : searched)}`;
    return { address, isBounded: false, ...countSearch("visit", queryText) };
  }
  // Each product page requests its reviews, even if a CDN served the page, so this request counts as a product view.
  if (path.startsWith(REVIEWS)) {
    const id = decodeURIComponent(path.slice(REVIEWS.length));
    // The call for reviews returns 200 even for an unknown product, so visitors can invent any number of these URLs.
    // URLs of unknown products share a small cache.
    const isBounded = names.hasProduct(id);
    return { address: path, isBounded, visit: isBounded ? `product ${id}` : "step product" };
  }
  const isWhole = path === "/api/products/list";
  if (!isWhole && path !== "/api/products/listByCategory") return { address: path, isBounded: true };
  const part = getPartKey(query, names.count());
  if (part === null) return asSent;
  const lastValues = new URLSearchParams(Object.fromEntries(query));
  const listing = isWhole
    ? { query: {}, isBounded: true }
    : toKnownQuery(toListingQuery({ pathname: path, searchParams: lastValues }), names);
  const address = buildListingHref(path, listing.query);
  const isUsual = part === "" || USUAL_PARTS.some((usualPart) => part.startsWith(usualPart));
  return {
    address: part === "" ? address : `${address}${address.includes("?") ? "&" : "?"}${part}`,
    isBounded: listing.isBounded && isUsual,
    ...countSearch("visit", listing.query.search),
  };
}

const REVIEWS = "/api/reviews/";

/** Returns the counter of a search; {} if the text is empty, or has an at sign and may be an e-mail address. */
function countSearch<Name extends "visit" | "search">(name: Name, text = ""): { [Key in Name]?: VisitKey } {
  const searched = searchText(text);
  const isCounted = searched !== "" && !AT_SIGN.test(text);
  return (isCounted ? { [name]: `search ${searched}` } : {}) as { [Key in Name]?: VisitKey };
}

/** The at sign, and the forms of it that Chinese and Japanese keyboards type. */
const AT_SIGN = /[@\uFE6B\uFF20]/;

/** The keys from `getPartKey` of the most frequent requests begin with one of these texts. */
const USUAL_PARTS = ["page=", ...[LISTING_PAGE_SIZE, NEWLY_LAUNCHED].map((limit) => `limit=${limit}&page=`)];

function pick(query: URLSearchParams, names: readonly string[]): string {
  const parts = names.flatMap((name) => {
    const value = query.getAll(name).at(-1);
    return value ? [`${name}=${encodeURIComponent(value)}`] : [];
  });
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

/**
 * Returns the part of the key for the requested page of a list: empty for the full list, null if the schema rejects the
 * request. A list with a limit also contains the counts for the filters, so its key differs.
 */
function getPartKey(query: URLSearchParams, count: number): string | null {
  const [limits, pages] = [query.getAll("limit"), query.getAll("page")];
  const isRefused = [limits, pages].some(
    (value) => value.length > 1 || (value[0] !== undefined && !/^[1-9]\d{0,5}$/.test(value[0])),
  );
  if (isRefused) return null;
  if (limits.length + pages.length === 0) return "";
  const limit = Math.min(Number(limits[0] ?? DEFAULT_PAGE_SIZE), Math.max(1, count));
  // All pages after the last one are empty, so they share one key.
  const page = Math.min(Number(pages[0] ?? 1), Math.ceil(count / limit) + 1);
  if (limits.length > 0) return `limit=${limit}&page=${page}`;
  return limit === count && page === 1 ? "" : `page=${page}`;
}

const filtersWithNames = ["category", "subcategory", "collection"] as const;

/**
 * Writes the names in the query as the catalogue spells them. `isBounded` is false if the query has a price, a
 * search text, several subcategories, or a name that the catalogue does not have.
 */
function toKnownQuery(query: ListingQuery, names: KnownNames): { query: ListingQuery; isBounded: boolean } {
  const spelled = { ...query };
  let isBounded = query.minPrice === undefined && query.maxPrice === undefined && query.search === undefined;
  for (const name of filtersWithNames) {
    const value = query[name];
    if (value === undefined) continue;
    const spelling = names.spelling(name, value);
    if (spelling === undefined) isBounded = false;
    else spelled[name] = spelling;
  }
  // Too many combinations of subcategories exist to cache them all, so `isBounded` is false for a query with several.
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

function getListingKey(pathname: string, searchParams: URLSearchParams, names: KnownNames): CacheKey {
  const { query, isBounded } = toKnownQuery(toListingQuery({ pathname, searchParams }), names);
  const page = readPageNumber({ searchParams });
  const last = page === 1 ? 1 : Math.max(1, Math.ceil(names.count(query) / LISTING_PAGE_SIZE));
  return { address: buildListingHref(pathname, query, Math.min(page, last)), isBounded };
}
