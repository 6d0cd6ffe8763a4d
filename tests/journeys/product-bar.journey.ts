import type { Page } from "@playwright/test";
import { expect, phone, test } from "../support/shop.ts";

/* The product page (§2.6) as it is scrolled: what is bought stays in reach. */

const TRAY = "/product-info/aranya-acacia-serving-tray-brass";
/** A part of the page by its heading. */
const getPart = (page: Page, heading: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: heading, exact: true }) });

test(
  "on a phone the price and 'Add to Bag' are there at once, and never lie over the focus or the footer",
  { tag: "@front" },
  async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto(TRAY);
    const bar = page.getByRole("group", { name: "Buy this piece" });
    await expect(bar).toBeInViewport();
    await page.getByRole("button", { name: "Buy Now" }).scrollIntoViewIfNeeded();
    await expect(bar).toBeHidden();
    await getPart(page, "Specifications").scrollIntoViewIfNeeded();
    await expect(bar).toHaveText("₹2948.82 including GSTAdd to Bag");
    expect((await bar.boundingBox())?.height).toBe(64);
    await page
      .getByRole("button", { name: /increase/i })
      .first()
      .focus();
    await expect(bar).toBeHidden();
    await page.keyboard.press("Enter");
    await getPart(page, "Specifications").scrollIntoViewIfNeeded();

    const category = getPart(page, "Specifications").getByRole("link");
    await page.getByRole("button", { name: "Buy Now" }).scrollIntoViewIfNeeded();
    await expect(bar).toBeHidden();
    // At once, before the bar has heard of it.
    await category.evaluate((link: HTMLElement) => {
      window.scrollBy(0, link.getBoundingClientRect().bottom - window.innerHeight);
      link.focus();
    });
    await expect(bar).toBeVisible();
    await expect
      .poll(async () => {
        const [link, over] = [await category.boundingBox(), await bar.boundingBox()];
        return link && over && link.y + link.height <= over.y;
      })
      .toBe(true);

    await bar.getByRole("button", { name: /^Add to Bag/ }).click();
    await expect(page.getByTestId("cart-badge")).toHaveText("2");
    await expect(bar.getByRole("link", { name: "Added · View bag" })).toHaveAttribute("href", "/cart");
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(bar).toBeHidden();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(bar).toBeInViewport();

    const way = page.getByRole("navigation", { name: "Breadcrumb" });
    expect((await way.boundingBox())?.height).toBe(44);
    await expect(way.getByRole("listitem")).toHaveCount(5);
    await expect(page.getByRole("main").getByRole("link", { name: "View bag", exact: true })).toBeVisible();
  },
);

test(
  "on a desk the price stays beside what is read; care and grain are there, and no sample praise",
  { tag: "@front" },
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(TRAY);
    await expect(page.getByText("Grain is never the same twice. Yours will have its own.")).toBeVisible();
    await expect(page.getByRole("blockquote")).toHaveCount(0);
    await expect(getPart(page, "Care").getByRole("term")).toHaveText(["Wash", "Oil", "Never"]);
    const care = getPart(page, "Care").getByRole("definition");
    await expect(care).toHaveText([/^A damp cloth/, /mineral oil/, /dishwasher/]);
    const side = page.getByRole("main").getByRole("button", { name: "Buy Now" });
    const add = page.getByRole("main").getByRole("button", { name: /^Add to Bag: Aranya/ });
    await expect(add).toHaveCSS("background-color", "rgb(74, 47, 29)");
    await page.getByRole("figure").filter({ hasText: "drawn to scale" }).scrollIntoViewIfNeeded();
    await expect(side).toBeInViewport();
    const [stepper, buy] = [
      await page.getByRole("group", { name: /^Quantity of Aranya/ }).boundingBox(),
      await add.boundingBox(),
    ];
    expect([stepper?.y, stepper?.height]).toEqual([buy?.y, buy?.height]);
    await expect(page.getByRole("group", { name: "Buy this piece" })).toBeHidden();
  },
);
