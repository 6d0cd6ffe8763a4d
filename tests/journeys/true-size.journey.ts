import type { Page } from "@playwright/test";
import { findViolations } from "../screens/axe.ts";
import { waitUntilAwake } from "../screens/steps.ts";
import { expect, phone, test } from "../support/shop.ts";

/* The size of a piece: at true size on a screen whose scale is known, and beside the others of a list. */

const PRODUCT = "/product-info/aranya-acacia-serving-tray-brass";

/** The tray is 18 × 12 in. */
const TRAY_MM = { length: 457, breadth: 305 };

const CARD_MM = { long: 85.6, short: 53.98 };

const dialog = (page: Page) => page.getByRole("dialog");

const measure = (page: Page, selector: string) =>
  dialog(page)
    .locator(selector)
    .first()
    .evaluate((each) => {
      const { width, height } = each.getBoundingClientRect();
      return { width, height };
    });

test(
  "by keyboard a bank card sets the scale, the tray is shown at its true size, and the browser remembers the scale",
  { tag: "@front" },
  async ({ page }) => {
    // A scale that was damaged by hand is asked for again.
    await page.addInitScript(() => {
      if (!localStorage.getItem("screen-scale")) localStorage.setItem("screen-scale", "-1e999");
    });
    await page.goto(PRODUCT);
    await waitUntilAwake(page);
    const opener = page.getByRole("button", { name: "See it at true size" });
    await opener.press("Enter");
    const slider = dialog(page).getByRole("slider", { name: "Size of the outline" });
    await expect(slider).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
    for (let times = 0; times < 40; times++) await page.keyboard.press("ArrowRight");
    const card = await measure(page, "svg:has(rect)");
    expect(card.width / card.height).toBeCloseTo(CARD_MM.long / CARD_MM.short, 2);
    const pixelsPerMm = card.width / CARD_MM.long;
    await dialog(page).getByRole("button", { name: "It fits" }).press("Enter");

    const stage = dialog(page).getByRole("region", { name: "The piece at true size" });
    await expect(stage).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    const tray = await measure(page, "svg rect");
    expect(tray.width).toBeCloseTo(TRAY_MM.length * pixelsPerMm, -1);
    expect(tray.height).toBeCloseTo(TRAY_MM.breadth * pixelsPerMm, -1);
    await expect(dialog(page).locator("svg image")).toHaveAttribute("href", /\.1200\.piece$/);
    expect((await measure(page, "svg image")).width).toBeCloseTo(tray.width, 0);
    await dialog(page).getByRole("radio", { name: "Thali" }).focus();
    await page.keyboard.press("Space");
    await expect(dialog(page)).toContainText("with a thali of 30 cm on it");
    expect((await measure(page, "svg g circle")).width).toBeCloseTo(300 * pixelsPerMm, -1);
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();

    await page.reload();
    await waitUntilAwake(page);
    await opener.click();
    await expect(stage).toBeVisible();
    // The dialog grows a little as it opens.
    await expect
      .poll(async () => (await measure(page, "svg rect")).width)
      .toBeCloseTo(TRAY_MM.length * pixelsPerMm, -1);
    await dialog(page).getByRole("button", { name: "Set the scale again" }).click();
    await expect(slider).toBeVisible();
  },
);

test(
  "on a phone the card is held upright, and a piece larger than the screen can be moved",
  { tag: ["@front", "@long"] },
  async ({ browser, shop }) => {
    const context = await browser.newContext({ baseURL: shop.url, viewport: phone, hasTouch: true });
    const page = await context.newPage();
    await page.goto(PRODUCT);
    await waitUntilAwake(page);
    await page.getByRole("button", { name: "See it at true size" }).tap();
    await expect(dialog(page)).toContainText("upright");
    const card = await measure(page, "svg:has(rect)");
    expect(card.height / card.width).toBeCloseTo(CARD_MM.long / CARD_MM.short, 2);
    expect(card.width).toBeLessThan(phone.width);
    await dialog(page).getByRole("button", { name: "It fits" }).tap();
    const stage = dialog(page).getByRole("region", { name: "The piece at true size" });
    await expect(dialog(page)).toContainText("larger than your screen");
    await stage.evaluate((each) => each.scrollBy(200, 100));
    expect(await stage.evaluate((each) => [each.scrollLeft, each.scrollTop])).toEqual([200, 100]);
    await context.close();
  },
);

test(
  "all pieces of a list are shown at one scale beside each other, and lead to their pages",
  { tag: "@front" },
  async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto("/products?subcategory=Bowl");
    await waitUntilAwake(page);
    await page.getByRole("button", { name: "All at one scale" }).click();
    await expect(dialog(page)).toContainText("on one shelf, beside a steel tumbler of 10 cm");
    expect(await findViolations(page)).toEqual([]);
    const measureBowl = async (name: RegExp) =>
      (await dialog(page).getByRole("link", { name }).locator("svg").boundingBox())!.width;
    for (const window of [phone, { width: 1280, height: 900 }]) {
      await page.setViewportSize(window);
      // 12 and 8 in.
      expect((await measureBowl(/Salad Bowl/)) / (await measureBowl(/Everyday Bowl/))).toBeCloseTo(1.5, 1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
    await expect(dialog(page).locator("a image")).toHaveCount(5);
    await dialog(page)
      .getByRole("link", { name: /Everyday Bowl/ })
      .click();
    await expect(page).toHaveURL(/\/product-info\/acacia-everyday-bowl$/);
    await expect(dialog(page)).toBeHidden();
  },
);
