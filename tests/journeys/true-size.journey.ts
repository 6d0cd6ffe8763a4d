import type { Page } from "@playwright/test";
import { findViolations } from "../screens/axe.ts";
import { waitUntilAwake } from "../screens/steps.ts";
import { expect, phone, test } from "../support/shop.ts";

/* How large a piece is: at true size on a screen whose scale is known, and beside the others of a list. */

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

const expectNoViolations = async (page: Page): Promise<void> =>
  expect(await findViolations(page)).toEqual([]);

test.describe("true size", { tag: "@front" }, () => {
  test("by keyboard: a card sets the scale, the tray is as large as the tray, and the browser remembers it", async ({
    page,
  }) => {
    await page.goto(PRODUCT);
    await waitUntilAwake(page);
    await page.getByRole("button", { name: "See it at true size" }).press("Enter");
    const slider = dialog(page).getByRole("slider", { name: "Size of the outline" });
    await expect(slider).toBeFocused();
    await expectNoViolations(page);
    for (let times = 0; times < 40; times++) await page.keyboard.press("ArrowRight");
    const card = await measure(page, "svg:has(rect)");
    expect(card.width / card.height).toBeCloseTo(CARD_MM.long / CARD_MM.short, 2);
    const pixelsPerMm = card.width / CARD_MM.long;
    await dialog(page).getByRole("button", { name: "It fits" }).press("Enter");

    const stage = dialog(page).getByRole("region", { name: "The piece at true size" });
    await expect(stage).toBeVisible();
    await expectNoViolations(page);
    const tray = await measure(page, "svg rect");
    expect(tray.width).toBeCloseTo(TRAY_MM.length * pixelsPerMm, -1);
    expect(tray.height).toBeCloseTo(TRAY_MM.breadth * pixelsPerMm, -1);
    const photograph = dialog(page).locator("svg image");
    await expect(photograph).toHaveAttribute("href", /\.1200\.piece$/);
    expect((await measure(page, "svg image")).width).toBeCloseTo(tray.width, 0);
    await dialog(page).getByRole("radio", { name: "Thali" }).focus();
    await page.keyboard.press("Space");
    await expect(dialog(page)).toContainText("with a thali of 30 cm on it");
    expect((await measure(page, "svg g circle")).width).toBeCloseTo(300 * pixelsPerMm, -1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "See it at true size" })).toBeFocused();

    await page.reload();
    await waitUntilAwake(page);
    await page.getByRole("button", { name: "See it at true size" }).click();
    await expect(stage).toBeVisible();
    // The dialog grows a little as it opens.
    await expect
      .poll(async () => (await measure(page, "svg rect")).width)
      .toBeCloseTo(TRAY_MM.length * pixelsPerMm, -1);
    await dialog(page).getByRole("button", { name: "Set the scale again" }).click();
    await expect(slider).toBeVisible();
  });

  test("a scale that was damaged by hand is asked for again", async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("screen-scale", "-1e999"));
    await page.goto(PRODUCT);
    await waitUntilAwake(page);
    await page.getByRole("button", { name: "See it at true size" }).click();
    await expect(dialog(page).getByRole("button", { name: "It fits" })).toBeVisible();
  });

  test.describe("on a phone", () => {
    test.use({ viewport: phone, hasTouch: true });

    test("the card is held upright, and a piece larger than the screen can be moved about", async ({
      page,
    }) => {
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
    });
  });
});

for (const viewport of [phone, { width: 1280, height: 900 }])
  test.describe(`all at one scale, ${viewport.width} px wide`, { tag: "@front" }, () => {
    test.use({ viewport });

    test("pieces stand as large beside each other as they are, and lead to their pages", async ({ page }) => {
      await page.goto("/products?subcategory=Bowl");
      await waitUntilAwake(page);
      await page.getByRole("button", { name: "All at one scale" }).click();
      await expect(dialog(page)).toContainText("on one shelf, beside a steel tumbler of 10 cm");
      await expectNoViolations(page);
      const widthOf = (name: RegExp) =>
        dialog(page)
          .getByRole("link", { name })
          .locator("svg")
          .evaluate((each) => each.getBoundingClientRect().width);
      const [salad, everyday] = [await widthOf(/Salad Bowl/), await widthOf(/Everyday Bowl/)];
      // 12 and 8 in.
      expect(salad / everyday).toBeCloseTo(1.5, 1);
      await expect(dialog(page).locator("a image")).toHaveCount(5);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      await dialog(page)
        .getByRole("link", { name: /Everyday Bowl/ })
        .click();
      await expect(page).toHaveURL(/\/product-info\/acacia-everyday-bowl$/);
      await expect(dialog(page)).toBeHidden();
    });
  });
