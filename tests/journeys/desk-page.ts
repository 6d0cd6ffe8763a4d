import type { Locator, Page } from "@playwright/test";
import { findViolations } from "../screens/axe.ts";
import { isLongForm } from "../support/long-form.ts";
import { expect, phone, type Shop } from "../support/journey-shop.ts";

/** Different settings give a test its own shop, whose products it may change. */
export const ownShop = {
  settings: {
    MAIL_TO: "owner@example.com",
    OWNER_MAILS: "urgent",
    METRICS_TOKEN: "s3cret-of-the-metrics",
  },
};

type Desk = Awaited<ReturnType<Shop["desk"]>>;

const desks = new WeakMap<Shop, Map<string, Promise<Desk>>>();

interface DeskPageOptions {
  screen?: string;
  role?: "owner" | "packer";
}

/** Signs in at the desk as Asha (owner) or Ravi (packer), and waits for the menu. Returns the desk's origin. */
export async function openDesk(
  page: Page,
  shop: Shop,
  { screen = "/", role = "owner" }: DeskPageOptions = {},
): Promise<string> {
  const ofShop = desks.get(shop) ?? new Map<string, Promise<Desk>>();
  desks.set(shop, ofShop);
  const existing = ofShop.get(role);
  const opening = existing ?? shop.desk("--as", role === "owner" ? "Asha" : "Ravi", "--role", role);
  ofShop.set(role, opening);
  const desk = await opening;
  const { origin, hash } = new URL(existing ? await desk.again() : desk.address);
  await page.goto(origin + screen + hash);
  await expect(page.getByRole("navigation", { name: "Desk" })).toBeVisible();
  return origin;
}

export async function findInPalette(page: Page, words: string, name: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).fill(words);
  await expect(page.getByRole("option", { name }).first()).toBeVisible();
  await page.keyboard.press("Enter");
}

/** Chooses the order of an action that was opened without one. */
export async function chooseOrder(page: Page, orderId: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Find the order" }).fill(orderId);
  await page.getByRole("link", { name: orderId }).click();
  await expect(page.getByRole("heading", { name: orderId, level: 1 })).toBeVisible();
}

/** The button that confirms the question of a command. Its label is the name of the action. */
const findYes = (page: Page): Locator =>
  page.getByRole("alertdialog").getByRole("button").filter({ hasNotText: /^No$/ });

export const confirm = (page: Page): Promise<void> => findYes(page).click();

/** Checks the accessibility of the screen at both widths, only in `npm test -- all`, because it takes seconds. */
export async function expectUsable(page: Page): Promise<void> {
  if (!isLongForm) return;
  const previousSize = page.viewportSize() ?? phone;
  // A screen's code is loaded when the screen is first opened, so wait for its heading.
  await expect(page.locator("h1")).toBeVisible();
  // A toast that fades in has too little contrast, so turn animations off.
  await page.emulateMedia({ reducedMotion: "reduce" });
  // A list has less contrast while it is loading.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  for (const size of [{ width: 1280, height: 860 }, phone]) {
    await page.setViewportSize(size);
    // A dialog has less contrast while it fades in.
    await expect
      .poll(() => page.evaluate(() => document.getAnimations().some((each) => each instanceof CSSTransition)))
      .toBe(false);
    expect.soft(await findViolations(page), `axe, ${size.width} px`).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, `${size.width} px wide`).toBeLessThanOrEqual(size.width);
  }
  await page.setViewportSize(previousSize);
}
