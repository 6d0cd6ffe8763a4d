import type { Page } from "@playwright/test";
import type { Screen } from "../screens/acts.ts";
import { PICTURED_SECRET } from "../screens/plain-screens.ts";
import { moreScreens, screens, show, waitUntilStill } from "../screens/screens.ts";
import { layOutWhole } from "../screens/steps.ts";
import { createRegularCustomer, type RegularCustomer } from "../support/regular-customer.ts";
import { expect, test } from "../support/shop.ts";
import { storeGuestBag, storeSession } from "../support/visitors.ts";

/* WCAG 1.4.4, 1.4.10: text twice as large, on a phone and at a desk, and nothing has to be scrolled sideways. */

/** How a page waits or fails is no wider than how it is; the owner's page of a parcel is his. */
const others = /loading|failed|refused|nothing|guest|missing|gone|dispatch|no-link|on-its-way/;
const pages: Screen[] = [
  ...[...screens, ...moreScreens].filter(({ name, only }) => only !== "wide" && !others.test(name)),
  { name: "log-in-signed-in", path: "/log-in", as: "customer" },
];

let customer: RegularCustomer;
test.beforeAll(async ({ shop }, { workerIndex }) => {
  customer = await createRegularCustomer(
    shop.url,
    `a.customer.with.a.long.address.${workerIndex}.${Date.now()}`,
  );
});

// The tracking page is opened by a signed link.
test.use({ settings: { SHOP_SECRET: PICTURED_SECRET } });

test.describe("with text twice as large", { tag: "@front" }, () => {
  test.describe.configure({ mode: "parallel" });
  test.use({ viewport: { width: 390, height: 844 }, reducedMotion: "reduce" });

  for (const screen of pages) {
    test(`nothing goes beyond the window: ${screen.name}`, async ({ page, context, shop }) => {
      if (screen.as === "customer") await storeSession(context, customer);
      if (screen.bag) await storeGuestBag(context, shop.url, screen.bag);
      await show(page, screen, customer);
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      await layOutWhole(page);
      const isNarrow = screen.only !== undefined || screen.overlay === true;
      for (const width of isNarrow ? [390, 320] : [390, 320, 600, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        await waitUntilStill(page);
        expect.soft(await measureOverflow(page), `at ${width} px`).toEqual({ over: 0, wide: [], dialog: [] });
      }
    });
  }
});

/** How far the page scrolls sideways and what makes it; what does so in the dialog that lies over it. */
const measureOverflow = (page: Page) =>
  page.evaluate(() => {
    const over = document.documentElement.scrollWidth - innerWidth;
    const name = (each: Element) => `${each.tagName} ${(each.textContent ?? "").trim().slice(0, 40)}`;
    const wide = [...document.querySelectorAll("body *")].filter(
      (each) => over > 0 && each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1,
    );
    const parts = [...document.querySelectorAll("dialog[open], dialog[open] *")].filter(
      (each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1,
    );
    // A photograph that came near is moved about in, both ways.
    const scrolling = parts.filter(
      (each) => ["auto", "scroll"].includes(getComputedStyle(each).overflowX) && !each.matches("[data-near]"),
    );
    return { over, wide: wide.slice(0, 6).map(name), dialog: scrolling.map(name) };
  });
