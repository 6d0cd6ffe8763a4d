import type { Page } from "@playwright/test";
import { waitUntilFilled } from "../screens/acts.ts";
import { expect } from "../support/journey-shop.ts";
import { type Buyer, fillCart, registerAndLogIn } from "../support/visitors.ts";

export async function openCheckout(page: Page): Promise<Buyer> {
  const buyer = await registerAndLogIn(page);
  await fillCart(page, { productId: "acacia-everyday-bowl", quantity: 2 });
  await page.goto("/checkout");
  await waitUntilFilled(page);
  await expect(getTextbox(page, "Address")).toBeVisible();
  return buyer;
}

export const getTextbox = (page: Page, label: string) =>
  page.getByRole("textbox", { name: label, exact: true });

export const getCheckoutButton = (page: Page) => page.getByRole("button", { name: "Checkout", exact: true });

export const checkOut = (page: Page) => getCheckoutButton(page).click();
