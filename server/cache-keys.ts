import { findPageName, type PageName, pagePaths } from "#contract/page-paths.ts";
import type { KnownNames } from "#shop/catalogue/server/index.ts";
import type { CacheKey, VisitKey } from "#platform/cache/cached-response.ts";
import { LISTING_PAGE_SIZE, buildListingHref, toListingQuery } from "#shop/catalogue/listing-address.ts";
import { NEWLY_LAUNCHED } from "#shop/catalogue/listing.ts";
import { searchText } from "#shop/catalogue/search.ts";
import { toKnownQuery, getListingKey } from "./listing-key.ts";
import { getPartKey } from "./part-key.ts";

/**
 * Returns the canonical form of each URL whose response is the same for everyone. Parameters that are unknown, empty or
 * invalid, their order and their case do not change the response, so they do not change the key.
 */
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

/** Returns the path in canonical encoding without a trailing slash, null if invalid; and the query. */
function splitUrl(url: string): [path: string | null, query: URLSearchParams] {
  const queryAt = url.indexOf("?");
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  const query = new URLSearchParams(queryAt < 0 ? "" : url.slice(queryAt));
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

/** The account's forms read the redirect parameter; no other page reads a parameter. */
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

/**
 * Returns the cache key of a call. A call that its schema rejects keeps its URL, so that it never matches a cached
 * response.
 */
function getCallKey(path: string, query: URLSearchParams, names: KnownNames): CacheKey {
  const asSent = { address: `${path}?${query.toString()}`, isBounded: false };
  if (path === "/api/products/search") {
    if (query.getAll("q").length > 1) return asSent;
    const typed = query.get("q") ?? "";
    const searched = searchText(typed);
    if (searched === "") return { address: path, isBounded: true };
    // The normalized form contains no `@`. Searches for mail addresses are not counted, so they need a different key:
    // `a@b` must not share the response of `a b`.
    const isMailAddress = AT_SIGN.test(typed);
    const address = `${path}?q=${encodeURIComponent(isMailAddress ? `@${searched}` : searched)}`;
    return { address, isBounded: false, ...countSearch("visit", typed) };
  }
  // Each product page requests them once, when it is first shown, even behind a CDN, so they are counted as a visit.
  if (path.startsWith("/api/reviews/")) return { address: path, isBounded: true, visit: "step product" };
  const isWhole = path === "/api/products/list";
  if (!isWhole && path !== "/api/products/listByCategory") return { address: path, isBounded: true };
  const part = getPartKey(query, names.count());
  if (part === null) return asSent;
  const listing = isWhole
    ? { query: {}, isBounded: true }
    : toKnownQuery(toListingQuery({ pathname: path, searchParams: pickLastOfEach(query) }), names);
  const address = buildListingHref(path, listing.query);
  const isUsual = part === "" || USUAL_PARTS.some((usual) => part.startsWith(usual));
  return {
    address: part === "" ? address : `${address}${address.includes("?") ? "&" : "?"}${part}`,
    isBounded: listing.isBounded && isUsual,
    ...countSearch("visit", listing.query.search),
  };
}

/** Returns the key under which a search is counted. A text with a mail address is not counted. */
function countSearch<Name extends "visit" | "search">(name: Name, typed = ""): { [Key in Name]?: VisitKey } {
  const searched = searchText(typed);
  const isCounted = searched !== "" && !AT_SIGN.test(typed);
  return (isCounted ? { [name]: `search ${searched}` } : {}) as { [Key in Name]?: VisitKey };
}

/** The at sign, also as typed on Chinese and Japanese keyboards. */
const AT_SIGN = /[@\uFE6B\uFF20]/;

/** The parts of a list that the shop's pages request. */
const USUAL_PARTS = [LISTING_PAGE_SIZE, NEWLY_LAUNCHED].map((limit) => `limit=${limit}&page=`);

const pickLastOfEach = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams(Object.fromEntries(query));

/** These parameters, the last of each, in this order; empty ones say nothing. */
function pick(query: URLSearchParams, names: readonly string[]): string {
  const parts = names.flatMap((name) => {
    const value = query.getAll(name).at(-1);
    return value ? [`${name}=${encodeURIComponent(value)}`] : [];
  });
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}
