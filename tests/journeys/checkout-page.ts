import type { Page } from "@playwright/test";
import { openAddress } from "../screens/acts.ts";
import { type Buyer, registerAndLogIn, fillCart } from "../support/buyer.ts";
import { expect } from "../support/shop.ts";

const BOWL = "acacia-everyday-bowl";

interface SavedAddress {
  street: string;
  city: string;
  state: string;
  zipCode: string;
  phoneNumber: string;
  isDefault?: boolean;
}

/** A customer with two bowls in the cart, and these addresses beside the one given at registration; the address is open. */
export async function openCheckout(page: Page, saved: SavedAddress[] = []): Promise<Buyer> {
  const buyer = await registerAndLogIn(page);
  await fillCart(page, { productId: BOWL, quantity: 2 });
  const token = await page.evaluate(() => localStorage.getItem("accessToken"));
  for (const data of saved) {
    const answer = await page.request.post(`/addresses/${buyer.accountId}`, {
      data,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  await page.goto("/checkout");
  await expect(page.getByRole("heading", { name: "Shipping Information" })).toBeVisible();
  await openAddress(page);
  await expect(getTextbox(page, "Address")).toBeVisible();
  return buyer;
}

export const getTextbox = (page: Page, label: string) =>
  page.getByRole("textbox", { name: label, exact: true });

export const getCombobox = (page: Page, label: string) =>
  page.getByRole("combobox", { name: label, exact: true });

export const checkOut = (page: Page) => page.getByRole("button", { name: "Checkout", exact: true }).click();

export async function expectAddress(
  page: Page,
  [street, zipCode, state, city, phone]: [string, string, string, string, string],
): Promise<void> {
  await expect(getTextbox(page, "Address")).toHaveValue(street);
  await expect(getTextbox(page, "Zip Code")).toHaveValue(zipCode);
  await expect(getCombobox(page, "State")).toHaveValue(state);
  await expect(getCombobox(page, "City")).toHaveValue(city);
  await expect(getTextbox(page, "Phone")).toHaveValue(phone);
}
