import type { Page } from "@playwright/test";
import type { RegularCustomer } from "../support/visitors.ts";
import { waitUntilAwake } from "./steps.ts";
import type { Screen } from "./acts.ts";
import { atHome, ofTheShop } from "./browse-screens.ts";
import { ofAProduct, ofTheListing } from "./product-screens.ts";
import { ofTheCart, ofTheCheckout } from "./checkout-screens.ts";
import { ofTheAccount } from "./account-screens.ts";
import { ofOrders } from "./order-screens.ts";
import { ofPlainPages } from "./plain-screens.ts";
import { ofReturns } from "./return-screens.ts";
import { ofReviews } from "./review-screens.ts";

/** All screens, grouped by page. Each state of a page that looks different is a screen. */
export const screenGroups: Readonly<Record<string, readonly Screen[]>> = {
  "the home page": atHome,
  "the listing": ofTheListing,
  "a product": ofAProduct,
  "the cart": ofTheCart,
  "login and registration": ofTheAccount,
  "the pages to read and to write on": ofTheShop,
  "orders and addresses": ofOrders,
  reviews: ofReviews,
  "the checkout": ofTheCheckout,
  returns: ofReturns,
  "signed links": ofPlainPages,
};

export const widths = { narrow: 390, wide: 1280 } as const;

export type Width = keyof typeof widths;

/** Opens a screen. The caller must first fill the browser's storage (tests/support/visitors.ts). */
export async function show(page: Page, screen: Screen, customer: RegularCustomer): Promise<void> {
  await page.goto(typeof screen.path === "string" ? screen.path : screen.path(customer));
  if (!screen.plain) await waitUntilAwake(page);
  await screen.act?.(page);
  await waitUntilStill(page);
}

/** Waits for the end of all animations, except those of more than a second. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const { endTime } = effect?.getComputedTiming() ?? {};
      return playState !== "running" || Number(endTime ?? 0) > 1_000;
    }),
  );
}
