import type { Page, Route } from "@playwright/test";
import { unreachableMessages } from "#client/answer.ts";
import { stepTo } from "../screens/steps.ts";
import type { RegularCustomer } from "../support/regular-customer.ts";
import { expect, phone } from "../support/shop.ts";

export const GOODS = "acacia-everyday-bowl";

const PRODUCT = `/product-info/${GOODS}`;

export const guestPages = [
  "/",
  "/products",
  PRODUCT,
  "/cart",
  "/log-in",
  "/sign-up",
  "/forgot-password",
  "/our-story",
  "/contact-us",
  "/refund-policy",
  "/terms-condition",
  "/shipping-policy",
  "/no-such-page",
];

export const ownPages = ["/checkout", "/feedback-form", "/orders", "/address", "/profile"];

export const listCustomerPages = ({ orders }: RegularCustomer) => [
  "/cart",
  ...ownPages,
  `/order-details/${orders.paid}`,
];

export const failures = {
  "the connection is gone": (route: Route) => route.abort("internetdisconnected"),
  "the server has another build": (route: Route) => route.fulfill({ status: 404, body: "" }),
};

export interface Failing {
  now: boolean;
  /** The addresses that failed. */
  requested: Set<string>;
}

/**
 * Every built file fails that the document on the screen does not name itself, for as long as `now` is true. What the
 * document has had it keeps, as by the browser's cache, which routes turn off.
 */
export async function failLaterFiles(page: Page, fail: (route: Route) => Promise<void>) {
  const failing: Failing = { now: true, requested: new Set() };
  const had = new Set<string>();
  let html = "";
  await page.route(
    (url) => !url.pathname.includes("."),
    async (route) => {
      if (route.request().resourceType() !== "document") return route.continue();
      const answer = await route.fetch();
      html = await answer.text();
      had.clear();
      return route.fulfill({ response: answer, body: html });
    },
  );
  await page.route("**/assets/*", (route) => {
    const { pathname } = new URL(route.request().url());
    if (!failing.now || html.includes(pathname) || had.has(pathname)) {
      had.add(pathname);
      return route.continue();
    }
    failing.requested.add(pathname);
    return fail(route);
  });
  return failing;
}

/** Fetched on a page as soon as it is idle. The checkout has no menu, no search and no bag. */
export const listIdleParts = (address: string) =>
  address === "/checkout"
    ? ["toast-host"]
    : ["toast-host", "cart-drawer", "after-page", "menu-drawer", "log-out-dialog"];

/** Does without the pictures, which are not files of the build and cost the most; what the browser's own window says is kept. */
export async function makeReady(page: Page): Promise<void> {
  await page.setViewportSize(phone);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.route(/\.(avif|webp|jpg|mp4)$/, (route) => route.abort());
  // A text, because it runs in the page, whose names are not those of this program.
  await page.addInitScript("window.said = []; window.alert = (text) => void window.said.push(text);");
}

/** The pages that are loaded from now on fetch nothing ahead of a press. */
export const saveData = (page: Page) =>
  page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } });");

/** Goes to a page whose files fail, and tries it again when they are there. */
export async function takeStep(page: Page, failing: Failing, address: string): Promise<void> {
  failing.now = true;
  await stepTo(page, address);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(unreachableMessages.heading);
  await expect(page.getByRole("contentinfo")).toBeVisible();
  failing.now = false;
  // Not by a pointer, which would fetch the page of each link that comes to stand under it.
  await page.getByRole("link", { name: "Try again" }).evaluate((link: HTMLElement) => link.click());
  await expect(heading).not.toHaveText(unreachableMessages.heading);
  await expect(page).toHaveURL(address);
}

/** A step within the shop leaves what a script has written on the window; a load of the document does not. */
export const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));

export const isMarked = (page: Page) => page.evaluate(() => "marked" in window);
