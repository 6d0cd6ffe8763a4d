/** Every address of the shop by name (§2.1), so that none is typed twice. Twin routes stand in `aliases`. */
const withQuery = (path: string, query: Record<string, string | number | undefined>): string => {
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("&");
  return search ? `${path}?${search}` : path;
};

/** The query of the product listing (§2.5). */
export interface ListingQuery {
  category?: string;
  subcategory?: string;
  collection?: string;
  material?: string;
  minPrice?: string | number;
  maxPrice?: string | number;
  sortOption?: string;
  page?: string | number;
}

export type AfterForm = "registered" | "new-password";

export const links = {
  home: "/",
  products: (query: ListingQuery = {}) => withQuery("/products", { ...query }),
  product: (id: string) => `/product-info/${encodeURIComponent(id)}`,
  /** The addresses behind the Hot Products tiles, 1 to 6 (§2.4, D26). */
  hotProduct: (tile: number) => `/product-${tile}`,
  cart: "/cart",
  /** Where 'Back to Cart' on the checkout leads (§2.8, D27). */
  cartPage: "/cartPage",
  checkout: "/checkout",
  /** `after`: what was done by a form without scripts, for the login to say. */
  logIn: (redirect?: string, after?: AfterForm) => withQuery("/log-in", { redirect, after }),
  /** The address screen links visitors to this form of the login (§2.1). */
  login: "/login",
  logout: "/logout",
  signUp: (redirect?: string) => withQuery("/sign-up", { redirect }),
  forgotPassword: (redirect?: string) => withQuery("/forgot-password", { redirect }),
  ourStory: "/our-story",
  contact: "/contact-us",
  refundPolicy: "/refund-policy",
  terms: "/terms-condition",
  shippingPolicy: "/shipping-policy",
  feedback: "/feedback-form",
  orders: "/orders",
  address: "/address",
  profile: "/profile",
  orderDetails: (orderId: string) => `/order-details/${encodeURIComponent(orderId)}`,
} as const;

/** Whether a path shows the login (§2.1). */
export const isLoginPath = (path: string): boolean => /^\/(log-in|login|logout)\/*$/i.test(path);
