import type { Page } from "@playwright/test";
import type { RegularCustomer } from "../support/regular-customer.ts";
import type { Bag } from "../support/visitors.ts";
import { calls, mishaps, stepTo, untilAwake } from "./steps.ts";

/** One thing a visitor can come to see: a screen in one of its states. */
export interface Screen {
  /** Also the name of its picture. */
  name: string;
  path: string | ((customer: RegularCustomer) => string);
  /** A guest unless said otherwise. */
  as?: "customer";
  bag?: Bag;
  /** Only at 390 px, or only at 1280 px. */
  only?: "narrow" | "wide";
  /** What is done once the page stands. */
  act?: (page: Page) => Promise<unknown>;
  /** It lies over the page: one window full of it is all there is to see. */
  overlay?: true;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).filter({ visible: true }).first();
const press = (name: string | RegExp) => (page: Page) => button(page, name).click();
const shows = (page: Page, text: string) => page.getByText(text).filter({ visible: true }).first().waitFor();

const inTurn =
  (...acts: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const act of acts) await act(page);
  };

/** Goes there with a call gone wrong, and waits for what is then said. */
const stepWith =
  (call: RegExp, mishap: Parameters<Page["route"]>[1], to: string, words: string) => async (page: Page) => {
    await page.route(call, mishap);
    await stepTo(page, to);
    await shows(page, words);
  };

const bag: Bag = {
  "acacia-everyday-bowl": 2,
  "teak-breakfast-tray-arched": 1,
  "acacia-slate-cheese-board": 1,
};

const atHome: Screen[] = [
  { name: "home", path: "/" },
  {
    name: "home-menu-drawer",
    path: "/",
    only: "narrow",
    overlay: true,
    act: inTurn(press("Menu"), async (page) =>
      page.getByRole("dialog").locator("summary", { hasText: "Tableware" }).click(),
    ),
  },
  {
    name: "home-menu-dropdown",
    path: "/",
    only: "wide",
    overlay: true,
    act: (page) => page.getByRole("button", { name: "Serveware" }).hover(),
  },
  {
    name: "home-collections",
    path: "/",
    only: "wide",
    overlay: true,
    act: (page) => page.getByRole("button", { name: "Collections" }).hover(),
  },
  { name: "home-all-launched", path: "/", act: press("View All"), only: "wide" },
  {
    name: "home-loading",
    path: "/contact-us",
    act: stepWith(calls.list, mishaps.never, "/", "Loading products..."),
  },
  {
    name: "home-failed",
    path: "/contact-us",
    act: stepWith(calls.list, mishaps.refused(503), "/", "Error: "),
  },
  { name: "search-drawer", path: "/", overlay: true, act: press("Search") },
  {
    name: "search-drawer-nothing",
    path: "/",
    overlay: true,
    act: inTurn(
      press("Search"),
      (page) => page.getByPlaceholder("Search by Category...").fill("zzz"),
      (page) => shows(page, "No results found"),
    ),
  },
];

const ofTheListing: Screen[] = [
  { name: "listing", path: "/products" },
  { name: "listing-of-bowls", path: "/wooden-bowls" },
  { name: "listing-of-a-collection", path: "/products?collection=Evening%20Chai" },
  {
    name: "listing-filtered",
    path: "/products?material=Acacia%20wood&minPrice=500&maxPrice=2500&sortOption=Price%20low%20to%20high",
  },
  { name: "listing-filter-sheet", path: "/products", only: "narrow", overlay: true, act: press("Filter") },
  { name: "listing-sort-sheet", path: "/products", only: "narrow", overlay: true, act: press("Sort") },
  { name: "listing-price-fault", path: "/products", act: wrongPrices },
  { name: "listing-empty", path: "/products?minPrice=90000" },
  { name: "listing-empty-category", path: "/products?category=Garden" },
  {
    name: "listing-loading",
    path: "/contact-us",
    act: stepWith(calls.listing, mishaps.never, "/products", "Loading products..."),
  },
  {
    name: "listing-failed",
    path: "/contact-us",
    act: stepWith(calls.listing, mishaps.refused(), "/products", "Failed to fetch products"),
  },
];

async function wrongPrices(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) await press("Filter")(page);
  await page.getByLabel("Min price (₹)").filter({ visible: true }).fill("2000");
  await page.getByLabel("Max price (₹)").filter({ visible: true }).fill("1000");
  await press("Apply")(page);
  await shows(page, "The highest price is below the lowest.");
}

const ofAProduct: Screen[] = [
  { name: "product", path: "/product-info/aranya-acacia-serving-tray-brass" },
  { name: "product-few-left", path: "/product-info/teak-river-organic-platter" },
  { name: "product-sold-out", path: "/product-info/mango-wave-rim-bowl" },
  {
    name: "product-in-the-bag",
    path: "/product-info/acacia-everyday-bowl",
    act: inTurn(press(/^Add to Bag/), (page) => shows(page, "In your bag")),
  },
  {
    name: "product-zoom",
    path: "/product-info/aranya-acacia-serving-tray-brass",
    overlay: true,
    act: press("Look closer"),
  },
  {
    name: "product-loading",
    path: "/contact-us",
    act: async (page) => {
      await page.route(calls.product, mishaps.never);
      await stepTo(page, "/product-info/acacia-everyday-bowl");
    },
  },
  {
    name: "product-failed",
    path: "/contact-us",
    act: stepWith(
      calls.product,
      mishaps.refused(),
      "/product-info/acacia-everyday-bowl",
      "Something went wrong",
    ),
  },
  { name: "product-gone", path: "/product-info/not-a-product" },
];

const ofTheCart: Screen[] = [
  { name: "cart-empty", path: "/cart" },
  { name: "cart", path: "/cart", bag },
  { name: "cart-remove", path: "/cart", bag, overlay: true, act: press(/^Remove /) },
  { name: "cart-drawer", path: "/products", bag, overlay: true, act: press(/^Shopping Cart/) },
  { name: "cart-drawer-empty", path: "/products", overlay: true, act: press(/^Shopping Cart/) },
  {
    name: "cart-drawer-remove",
    path: "/products",
    bag,
    overlay: true,
    act: inTurn(press(/^Shopping Cart/), press(/^Remove /)),
  },
];

const ofTheAccount: Screen[] = [
  { name: "log-in", path: "/log-in" },
  { name: "log-in-errors", path: "/log-in", act: press("Login") },
  {
    name: "log-in-refused",
    path: "/log-in",
    act: async (page) => {
      await page.getByRole("textbox", { name: "Email" }).first().fill("nobody@example.com");
      await page.getByRole("textbox", { name: "Password" }).fill("not the password");
      await press("Login")(page);
      await shows(page, "Invalid email or password.");
    },
  },
  { name: "sign-up", path: "/sign-up" },
  {
    name: "sign-up-errors",
    path: "/sign-up",
    act: inTurn(press("Register"), (page) => shows(page, "First Name is required")),
  },
  { name: "forgot-password", path: "/forgot-password" },
  {
    name: "forgot-password-code",
    path: "/forgot-password",
    only: "narrow",
    act: async (page) => {
      const answer = { success: true, message: "Email verified", mailed: true };
      await page.route("**/api/auth/verify-email", (route) => route.fulfill({ json: answer }));
      await page.getByRole("textbox", { name: "Email" }).first().fill("meera@example.com");
      await press("Verify Email")(page);
      await shows(page, "We have sent a code to");
    },
  },
  {
    name: "account-menu",
    path: "/",
    as: "customer",
    only: "wide",
    overlay: true,
    act: (page) => page.getByRole("button", { name: "Your account" }).hover(),
  },
  {
    name: "log-out-question",
    path: "/",
    as: "customer",
    only: "wide",
    overlay: true,
    act: inTurn(
      (page) => page.getByRole("button", { name: "Your account" }).hover(),
      (page) => page.getByRole("link", { name: "Logout" }).click(),
    ),
  },
];

const ofOrders: Screen[] = [
  { name: "checkout-empty", path: "/checkout", as: "customer", act: emptied },
  { name: "orders-guest", path: "/orders" },
  {
    name: "orders",
    path: "/orders",
    as: "customer",
    act: (page) => page.getByRole("rowheader").first().waitFor(),
  },
  {
    name: "orders-nothing-found",
    path: "/orders",
    as: "customer",
    act: async (page) => {
      await page.getByRole("searchbox").fill("zzz");
      await shows(page, "No orders found. Try adjusting filters or continue shopping.");
    },
  },
  {
    name: "payment-window",
    path: "/orders",
    as: "customer",
    overlay: true,
    act: inTurn(press(/^Pay now/), (page) =>
      page
        .frameLocator("iframe[title='Pay Online']")
        .getByLabel(/card number/i)
        .waitFor(),
    ),
  },
  {
    name: "order-details",
    path: ({ orders }) => `/order-details/${orders.paid}`,
    as: "customer",
    act: (page) => page.getByRole("table").first().waitFor(),
  },
  {
    name: "order-details-unpaid",
    path: ({ orders }) => `/order-details/${orders.unpaid}`,
    as: "customer",
    act: (page) => page.getByRole("table").first().waitFor(),
  },
  {
    name: "order-details-cancelling",
    path: ({ orders }) => `/order-details/${orders.cancelling}`,
    as: "customer",
    act: (page) => page.getByRole("table").first().waitFor(),
  },
  {
    name: "order-cancel",
    path: ({ orders }) => `/order-details/${orders.unpaid}`,
    as: "customer",
    overlay: true,
    act: press("Cancel Order"),
  },
  {
    name: "order-missing",
    path: "/order-details/none",
    as: "customer",
    act: (page) => shows(page, "No order details found."),
  },
  { name: "address-guest", path: "/address" },
  { name: "address", path: "/address", as: "customer" },
  { name: "address-edit", path: "/address", as: "customer", only: "narrow", act: press(/^Edit /) },
  {
    name: "address-remove",
    path: "/address",
    as: "customer",
    only: "narrow",
    overlay: true,
    act: press(/^Remove /),
  },
  { name: "profile", path: "/profile", as: "customer", act: (page) => shows(page, "This device") },
  {
    name: "profile-delete",
    path: "/profile",
    as: "customer",
    only: "narrow",
    overlay: true,
    act: press("Delete my account"),
  },
];

const ofTheShop: Screen[] = [
  { name: "our-story", path: "/our-story" },
  { name: "contact", path: "/contact-us" },
  { name: "contact-errors", path: "/contact-us", act: press(/^Send/) },
  { name: "refund-policy", path: "/refund-policy" },
  { name: "terms", path: "/terms-condition" },
  { name: "shipping-policy", path: "/shipping-policy" },
  { name: "feedback-guest", path: "/feedback-form" },
  { name: "feedback", path: "/feedback-form", as: "customer" },
  { name: "feedback-errors", path: "/feedback-form", as: "customer", act: press(/^Submit/) },
  { name: "not-found", path: "/no-such-page" },
];

const filled = (page: Page) => page.getByRole("textbox", { name: "First Name" }).first().waitFor();

const ofTheCheckout: Screen[] = [
  { name: "checkout", path: "/checkout", as: "customer", act: filled },
  {
    name: "checkout-errors",
    path: "/checkout",
    as: "customer",
    act: async (page) => {
      await page.getByRole("textbox", { name: "First Name" }).first().fill("");
      await press("Checkout")(page);
      await shows(page, "Please complete all required fields.");
    },
  },
  {
    name: "checkout-company",
    path: "/checkout",
    as: "customer",
    act: (page) => page.getByRole("checkbox", { name: /invoice/i }).check(),
  },
];

/** The customer's cart, as if it had been emptied elsewhere. */
async function emptied(page: Page): Promise<void> {
  await page.route(calls.cart, (route) => route.fulfill({ json: { success: true, cartItems: [] } }));
  await page.reload();
  await shows(page, "Your cart is empty");
}

/** Every screen of the shop in the states that look different, in the order a visitor might meet them. */
export const screens: readonly Screen[] = [
  ...atHome,
  ...ofTheListing,
  ...ofAProduct,
  ...ofTheCart,
  ...ofTheAccount,
  ...ofTheShop,
  ...ofOrders,
  ...ofTheCheckout,
];

export const widths = { narrow: 390, wide: 1280 } as const;
export type Width = keyof typeof widths;

/** Brings a page to a screen; what is in the page's storage has been brought before (visitors.ts). */
export async function show(page: Page, screen: Screen, customer: RegularCustomer): Promise<void> {
  await page.goto(typeof screen.path === "string" ? screen.path : screen.path(customer));
  await untilAwake(page);
  await screen.act?.(page);
  await untilStill(page);
}

/** Waits until what moves on arrival has moved: drawers, dialogs, toasts. What turns for long is not waited for. */
export async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const { endTime } = effect?.getComputedTiming() ?? {};
      return playState !== "running" || Number(endTime ?? 0) > 1_000;
    }),
  );
}
