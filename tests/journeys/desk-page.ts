import type { Page } from "@playwright/test";
import { findViolations } from "../screens/axe.ts";
import { expect, phone } from "../support/shop.ts";

/** A shop for these journeys alone: they change goods and pages that others count on. */
export const ownShop = { settings: { OWNER_MAILS: "urgent" } };

/** Opens the desk by its address, and waits for its menu. */
export async function openDesk(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("navigation", { name: "Desk" })).toBeVisible();
}

/** Finds something in the palette by its words, and goes there. */
export async function findInPalette(page: Page, words: string, name: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "What is to be found or done" }).fill(words);
  await expect(page.getByRole("option", { name }).first()).toBeVisible();
  await page.keyboard.press("Enter");
}

/** Whether anyone can use the screen, on a laptop and on a phone, where nothing may be wider than it. */
export async function expectUsable(page: Page): Promise<void> {
  const before = page.viewportSize() ?? phone;
  // A screen's code comes when it is first opened.
  await expect(page.locator("h1")).toBeVisible();
  // News may come at any time: what is said of it is there at once, instead of fading in.
  await page.emulateMedia({ reducedMotion: "reduce" });
  // A list that waits for its answer is faded until then.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  for (const size of [{ width: 1280, height: 860 }, phone]) {
    await page.setViewportSize(size);
    // A dialog that is still fading in is pale.
    await expect
      .poll(() => page.evaluate(() => document.getAnimations().some((each) => each instanceof CSSTransition)))
      .toBe(false);
    expect.soft(await findViolations(page), `axe, ${size.width} px`).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, `${size.width} px wide`).toBeLessThanOrEqual(size.width);
  }
  await page.setViewportSize(before);
}
