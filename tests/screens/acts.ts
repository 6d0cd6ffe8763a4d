import type { Page } from "@playwright/test";
import type { Bag, RegularCustomer } from "../support/visitors.ts";
import { calls, stepTo } from "./steps.ts";

/** A screen in one of its states. */
export interface Screen {
  /** The name of the screen, and of its picture. */
  name: string;
  path: string | ((customer: RegularCustomer) => string);
  /** The visitor. The default is a guest. */
  as?: "customer";
  bag?: Bag;
  /** Set if the screen is only taken at 390 px or only at 1280 px. */
  only?: "narrow" | "wide";
  /** The action after the page is loaded. */
  act?: (page: Page) => Promise<unknown>;
  /** True if the server renders the page without scripts. */
  plain?: true;
  /** The screen covers the page, so only one viewport is captured. */
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

/** Opens a page with a failing call, and waits for the error text. */
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

/** Empties the customer's cart, as another device would. */
export async function showEmptyForm(page: Page): Promise<void> {
  await page.route(calls.cart, (route) => route.fulfill({ json: { success: true, cartItems: [] } }));
  await page.reload();
  await waitForText(page, "Your cart is empty");
}
