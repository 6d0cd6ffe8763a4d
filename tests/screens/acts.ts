import type { Page } from "@playwright/test";
import type { Bag, RegularCustomer } from "../support/visitors.ts";
import { calls, stepTo } from "./steps.ts";

export interface Screen {
  name: string;
  path: string | ((customer: RegularCustomer) => string);
  as?: "customer";
  bag?: Bag;
  /** Set if the screen is checked at one width only: `narrow` is 390 px, `wide` is 1280 px. */
  only?: "narrow" | "wide";
  act?: (page: Page) => Promise<unknown>;
  /** True for a page without scripts. */
  plain?: true;
  /** True if a dialog or drawer covers the page. The screenshot then shows only the window. */
  overlay?: true;
}

const getButton = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).filter({ visible: true }).first();

export const clickOn = (name: string | RegExp) => (page: Page) => getButton(page, name).click();

export const waitForText = (page: Page, text: string) =>
  page.getByText(text).filter({ visible: true }).first().waitFor();

export const runInTurn =
  (...acts: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const act of acts) await act(page);
  };

/** Navigates to a page while one of its calls fails, and waits for the text of the error. */
export const stepWithMishap =
  (call: RegExp, mishap: Parameters<Page["route"]>[1], to: string, words: string) => async (page: Page) => {
    await page.route(call, mishap);
    await stepTo(page, to);
    await waitForText(page, words);
  };

export const bag: Bag = {
  "acacia-everyday-bowl": 2,
  "teak-breakfast-tray-arched": 1,
  "acacia-slate-cheese-board": 1,
};

export const waitUntilFilled = (page: Page) =>
  page.getByRole("group", { name: /^(Pay Online|Payment)$/ }).waitFor();

export async function showEmptyForm(page: Page): Promise<void> {
  await page.route(calls.cart, (route) => route.fulfill({ json: { success: true, cartItems: [] } }));
  await page.reload();
  await waitForText(page, "Your cart is empty");
}
