import { type PageName, pagePaths } from "#contract/page-paths.ts";

/** Pages about one visitor, which search engines must not index. */
export const personalPages: readonly PageName[] = [
  "cart",
  "checkout",
  "logIn",
  "signUp",
  "forgotPassword",
  "feedback",
  "orders",
  "address",
  "orderDetails",
  "profile",
  "saved",
];

/** Pages that are empty without a cart or an account. robots.txt excludes them. */
export const asidePages: readonly PageName[] = [
  "cart",
  "checkout",
  "orders",
  "address",
  "orderDetails",
  "profile",
  "saved",
];

/** Returns the path of the page; undefined if it depends on the page's content. */
export function findFixedPath(page: PageName): string | undefined {
  const [canonical] = pagePaths[page];
  return page === "listing" || page === "hotProduct" || canonical.includes(":") ? undefined : canonical;
}

/** Lists the paths of a page up to the first parameter. */
export const listPathBeginnings = (page: PageName): string[] =>
  pagePaths[page].map((path) => path.replace(/:.*$/, ""));
