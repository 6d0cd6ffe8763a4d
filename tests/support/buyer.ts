import type { Page } from "@playwright/test";
import { logIn, register } from "#shop/accounts/endpoints.ts";
import { addToCart } from "#shop/cart/endpoints.ts";
import { placeOrder as placeOrderCall } from "#shop/checkout/endpoints.ts";
import { generateCode } from "#platform/ids.ts";
import { expect } from "./shop.ts";
import { ordinary } from "./past-orders.ts";

/** A registered customer as a journey begins with one: at home in Surat, with one saved address. */
export interface Buyer {
  accountId: string;
  firstName: string;
  email: string;
  password: string;
}

/** Registers a customer and brings them in, without the forms: other journeys walk through those. */
export async function registerAndLogIn(page: Page, { firstName = "Meera" } = {}): Promise<Buyer> {
  const email = `${firstName}.${generateCode(8)}@example.com`.toLowerCase();
  const password = "neem-and-teak-7";
  const address = {
    street: "12 Ring Road",
    zipCode: "395002",
    country: "India",
    state: "Gujarat",
    city: "Surat",
  };
  const form = { firstName, lastName: "Shah", email, address, phoneNumber: "9876543210", password };
  await post(page, register.path, { ...form, confirmPassword: password });
  return logInBuyer(page, { accountId: "", firstName, email, password });
}

/** Logs a customer in whom the shop knows. */
async function logInBuyer(page: Page, buyer: Buyer): Promise<Buyer> {
  const { user, accessToken, refreshToken } = (await post(page, logIn.path, {
    email: buyer.email,
    password: buyer.password,
  })) as { user: { _id: string }; accessToken: string; refreshToken: string };
  await page.goto("/cart");
  const stored = { user: JSON.stringify(user), accessToken, refreshToken };
  await page.evaluate((values) => {
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
  }, stored);
  return { ...buyer, accountId: user._id };
}

/** Puts pieces into the customer's cart as another device of theirs would. */
export async function fillCart(
  page: Page,
  ...pieces: { productId: string; quantity: number }[]
): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem("accessToken"));
  for (const piece of pieces) await post(page, addToCart.path, piece, { authorization: `Bearer ${token}` });
}

/** Orders pieces as the checkout does, and returns the readable id. */
export async function placeOrder(
  page: Page,
  ...pieces: { productId: string; quantity: number }[]
): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem("accessToken"));
  const { shippingAddress } = ordinary;
  const answer = await post(
    page,
    placeOrderCall.path,
    { items: pieces, shippingAddress },
    { authorization: `Bearer ${token}` },
  );
  return (answer as { order: { orderId: string } }).order.orderId;
}

async function post(
  page: Page,
  path: string,
  data: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const answer = await page.request.post(path, { data, headers });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json() as Promise<unknown>;
}
