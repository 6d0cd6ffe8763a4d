import { type PageName, pagePaths } from "#contract/page-paths.ts";

/** These pages are empty without a cart or an account, so robots.txt tells crawlers not to request them. */
export const asidePages: readonly PageName[] = [
  "cart",
  "checkout",
  "orders",
  "address",
  "orderDetails",
  "profile",
  "saved",
];

/** Search engines must not index these pages, because they show one visitor's data or are mainly a form. */
export const personalPages: readonly PageName[] = [
  ...asidePages,
  "logIn",
  "signUp",
  "forgotPassword",
  "feedback",
];

export function findFixedPath(page: PageName): string | undefined {
  const [canonical] = pagePaths[page];
  return page === "listing" || page === "hotProduct" || canonical.includes(":") ? undefined : canonical;
}

export const listPathBeginnings = (page: PageName): string[] =>
  pagePaths[page].map((path) => path.replace(/:.*$/, ""));
