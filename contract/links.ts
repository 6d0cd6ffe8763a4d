import { type PageName, pagePaths } from "./page-paths.ts";

function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  let search = "";
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "")
      search += `${search ? "&" : "?"}${name}=${encodeURIComponent(String(value))}`;
  return path + search;
}

/** Parameters of the product listing's URL (§2.5). */
export interface ListingQuery {
  category?: string;
  subcategory?: string;
  collection?: string;
  /** The search text. Not part of the specification (D101). */
  search?: string;
  material?: string;
  minPrice?: string | number;
  maxPrice?: string | number;
  sortOption?: string;
  /** The chosen subcategories, separated by commas. Not part of the specification (D101). */
  kind?: string;
  /** `1` restricts the list to products in stock. Not part of the specification (D101). */
  inStock?: string;
  page?: string | number;
}

export const MAKERS_ANCHOR = "makers";

export type FormOutcome = "registered" | "new-password";

const fillIn = (path: string, part: string): string => path.replace(/:\w+/, () => encodeURIComponent(part));

const [loginPath, loginTwin, logoutPath] = pagePaths.logIn;

const canonicalPaths = Object.fromEntries(
  Object.entries(pagePaths).map(([page, [canonical]]) => [page, canonical]),
) as { readonly [Page in PageName]: (typeof pagePaths)[Page][0] };

/** The URLs of all pages by name (§2.1). */
export const links = {
  ...canonicalPaths,
  products: (query: ListingQuery = {}) => withQuery(pagePaths.listing[0], { ...query }),
  productsInFooter: `${pagePaths.listing[0]}/`,
  product: (id: string) => fillIn(pagePaths.product[0], id),
  /** Returns the link of a tile in Hot Products: 1 to 6 (§2.4, D26). Other numbers get the link of the listing. */
  hotProduct: (tile: number) => pagePaths.hotProduct[tile - 1] ?? pagePaths.listing[0],
  cartPage: pagePaths.cart[1],
  /** `after` is the outcome of a form that was posted without JavaScript. The login page shows a message about it. */
  logIn: (redirect?: string, after?: FormOutcome) => withQuery(loginPath, { redirect, after }),
  /** The path `/login`. The address page links to it if the visitor is not logged in (§2.1). */
  login: loginTwin,
  logout: logoutPath,
  signUp: (redirect?: string) => withQuery(pagePaths.signUp[0], { redirect }),
  forgotPassword: (redirect?: string) => withQuery(pagePaths.forgotPassword[0], { redirect }),
  orderDetails: (orderId: string) => fillIn(pagePaths.orderDetails[0], orderId),
} as const;
