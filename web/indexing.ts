import { type PageName, pagePaths } from "#contract/page-paths.ts";

/** Private pages of the visitor: marked as noindex. */
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

/** Pages that are empty without a bag or an account, so crawlers need not visit them. */
export const asidePages: readonly PageName[] = [
  "cart",
  "checkout",
  "orders",
  "address",
  "orderDetails",
  "profile",
  "saved",
];

/** Returns the canonical URL of a page that has only one; undefined if it depends on the content. */
export function findFixedPath(page: PageName): string | undefined {
  const [canonical] = pagePaths[page];
  return page === "listing" || page === "hotProduct" || canonical.includes(":") ? undefined : canonical;
}

/** Lists the fixed prefixes of a page's URLs. */
export const listPathBeginnings = (page: PageName): string[] =>
  pagePaths[page].map((path) => path.replace(/:.*$/, ""));
