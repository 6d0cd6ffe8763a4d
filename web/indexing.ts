import { type PageName, pagePaths } from "#contract/page-paths.ts";

/** These pages are about one visitor, so search engines must not index them. */
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

/** These pages are empty without a cart or an account, so robots.txt excludes them. */
export const asidePages: readonly PageName[] = [
  "cart",
  "checkout",
  "orders",
  "address",
  "orderDetails",
  "profile",
  "saved",
];

/** Returns the path of the page; undefined if the path depends on the page's content. */
export function findFixedPath(page: PageName): string | undefined {
  const [canonical] = pagePaths[page];
  return page === "listing" || page === "hotProduct" || canonical.includes(":") ? undefined : canonical;
}

/** Returns the paths of a page up to the first parameter. */
export const listPathBeginnings = (page: PageName): string[] =>
  pagePaths[page].map((path) => path.replace(/:.*$/, ""));
