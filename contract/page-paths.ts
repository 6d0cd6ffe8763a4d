import { type FindRoute, createFinder } from "./match-path.ts";

/** The paths of listings with one kind of product (§2.1). The catalogue defines their filters (D29). */
export const listingPaths = {
  kitchenware: "/wooden-kitchenware",
  servingTrays: "/wooden-serving-trays",
  cuttingBoards: "/wooden-cutting-boards",
  bowls: "/wooden-bowls",
  platters: "/wooden-platters",
  cheeseBoards: "/wooden-cheese-boards",
  chipDipBowls: "/wooden-chip-dip-bowls",
} as const;

/** All paths of every page. The first path is canonical (§2.1, D26–D28). */
export const pagePaths = {
  home: ["/"],
  listing: ["/products", ...Object.values(listingPaths)],
  product: ["/product-info/:id", "/product/:id"],
  hotProduct: ["/product-1", "/product-2", "/product-3", "/product-4", "/product-5", "/product-6"],
  cart: ["/cart", "/cartPage"],
  checkout: ["/checkout"],
  logIn: ["/log-in", "/login", "/logout"],
  signUp: ["/sign-up", "/register"],
  forgotPassword: ["/forgot-password"],
  ourStory: ["/our-story", "/about-us"],
  layTheTable: ["/lay-the-table"],
  gifts: ["/gifts"],
  contact: ["/contact-us", "/contact"],
  refundPolicy: ["/refund-policy"],
  terms: ["/terms-condition", "/terms"],
  shippingPolicy: ["/shipping-policy", "/shipping"],
  privacy: ["/privacy"],
  faq: ["/faq"],
  care: ["/care"],
  feedback: ["/feedback-form", "/feedback"],
  orders: ["/orders"],
  address: ["/address", "/account/addresses"],
  profile: ["/profile"],
  saved: ["/saved"],
  orderDetails: ["/order-details/:orderId"],
} as const;

export type PageName = keyof typeof pagePaths;

export const isPageName = (text: string): text is PageName => Object.hasOwn(pagePaths, text);

interface PagePath {
  path: string;
  page: PageName | null;
}

/** Finds the page and the parameters of a pathname, ignoring case and a trailing slash. */
export const matchPage: FindRoute<PagePath> = createFinder<PagePath>(
  (Object.keys(pagePaths) as PageName[]).flatMap((page) => pagePaths[page].map((path) => ({ path, page }))),
  { path: "*", page: null },
);

export const findPageName = (pathname: string): PageName | null => matchPage(pathname).route.page;
