import { beforeEach, expect } from "vitest";
import { findOwnOrder } from "#shop/orders/server/index.ts";
import type { Customer } from "./customer.ts";
import { readStock } from "./ledger.ts";
import { buy, type PlacedOrder, provider, setUpShop, testShop } from "./test-shop.ts";

export let customer: Customer;

export let order: PlacedOrder;

/** Opens a shop with the test provider, and sells a bowl before each test. */
export function setUpPayments(): void {
  setUpShop();
  beforeEach(buyBowl);
}

/** Buys a bowl; the other functions are about this order from now on. */
export async function buyBowl(): Promise<void> {
  ({ customer, order } = await buy(testShop, "acacia-bowl"));
}

export const postPayments = (path: string, by: Customer = customer) =>
  testShop.api.as(by).post(`/api/payments/${path}`, { orderId: order.orderId });

export async function openPaymentWindow(): Promise<string> {
  const answer = await postPayments("window");
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, provider: "test", expiresAt: "2026-11-20T10:00:00.000Z" },
  });
  return String(answer.body["window"]);
}

/** A plain form post, as a browser without scripts sends it; follows to the page it leads to. */
export async function submitForm(
  window: string,
  form: string,
  fields: Record<string, string>,
): Promise<{ status: number; html: string }> {
  const answer = await fetch(`${provider.url}${window}/${form}`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, html: await answer.text() };
}

export const createCard = (number: string) => ({ number, expiry: "12/30", cvv: "123", name: "Asha Patel" });

export const readOrderStates = async () => {
  const now = await findOwnOrder(testShop.context, customer.accountId, order.orderId);
  return `${now?.orderStatus}/${now?.paymentStatus}${now?.paymentMethod ? ` by ${now.paymentMethod}` : ""}`;
};

export const readBowlStock = () => readStock(testShop.context, "acacia-bowl");
