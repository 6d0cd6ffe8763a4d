import type { Page, Route } from "@playwright/test";
import { expect } from "../support/shop.ts";

export const getRegion = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Goes to the home page from another page of the shop, so that the browser asks for it. */
export async function goHomeByLink(page: Page): Promise<void> {
  await page.goto("/our-story");
  await page.getByRole("banner").getByRole("link", { name: "Taruva" }).click();
  await expect(page.getByRole("heading", { name: "Newly Launched" })).toBeVisible();
}

export const getNewlyLaunched = (page: Page) => getRegion(page, "Newly Launched");

/** The page's own first lists come with it; those asked for by the browser can be answered otherwise. */
export const answerLists = (page: Page, answer: (route: Route) => Promise<void>) =>
  page.route(/\/api\/products\/list\/?\?/, answer);
