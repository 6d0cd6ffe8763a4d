import { DEFAULT_PAGE_SIZE } from "#shop/catalogue/server/index.ts";

/** Returns the key of the requested part of a list; empty for the full list, null if the call rejects it. */
export function getPartKey(query: URLSearchParams, count: number): string | null {
  const [limits, pages] = [query.getAll("limit"), query.getAll("page")];
  const isRefused = [limits, pages].some(
    (value) => value.length > 1 || (value[0] !== undefined && !/^[1-9]\d{0,5}$/.test(value[0])),
  );
  if (isRefused) return null;
  if (limits.length + pages.length === 0) return "";
  const limit = Math.min(Number(limits[0] ?? DEFAULT_PAGE_SIZE), Math.max(1, count));
  // Pages beyond the end are all empty and share one key.
  const page = Math.min(Number(pages[0] ?? 1), Math.ceil(count / limit) + 1);
  return limit === count && page === 1 ? "" : `limit=${limit}&page=${page}`;
}
