import type { Route } from "@playwright/test";
import { expect, test } from "../support/journey-shop.ts";
import { checkOut, getTextbox, openCheckout } from "./checkout-page.ts";

const loseAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort();
};

test("the checkout keeps the entered values when the connection is lost, and a lost response leads to one order (§2.8, §8, T38, D102)", async ({
  page,
  context,
}) => {
  await openCheckout(page);
  await getTextbox(page, "Order notes").fill("Mind the dog.");
  await context.setOffline(true);
  await checkOut(page);
  const failure = page.getByText("Failed to place order. Please try again.");
  await expect(failure).toHaveCount(2);
  await expect(failure, "the toast is gone, and the message at the button stays").toHaveCount(1);
  await expect(failure).toBeInViewport({ ratio: 1 });
  await expect(getTextbox(page, "Order notes")).toHaveValue("Mind the dog.");
  await context.setOffline(false);
  await page.route("**/api/orders", loseAnswer, { times: 1 });
  await checkOut(page);
  await expect(page).toHaveURL(/\/orders$/);
  await expect(page.getByText("Order placed successfully!")).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Pay Online" })).toBeVisible();
  const orderId = (await page.getByRole("rowheader").textContent()) ?? "";
  await page.goto("/checkout");
  await page.getByRole("link", { name: `Go to order ${orderId}` }).click();
  await expect(page).toHaveURL(new RegExp(`/order-details/${orderId}$`));
  await expect(page.getByText(/Pay by .*, or the order expires\./)).toBeVisible();
});

test("if the responses to an order and to its repetition are lost, the customer still arrives at the order (D102)", async ({
  page,
}) => {
  await openCheckout(page);
  await page.route("**/api/orders", loseAnswer, { times: 2 });
  await checkOut(page);
  await expect(page).toHaveURL(/\/orders$/);
  await expect(page.getByText("Order placed successfully!")).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveCount(1);
});

test("an order that the shop did not receive is not placed when the customer then empties the cart (D102)", async ({
  page,
}) => {
  await openCheckout(page);
  await page.route("**/api/orders", (route) => route.abort(), { times: 2 });
  await checkOut(page);
  await expect(page.getByText("Failed to place order. Please try again.").first()).toBeVisible();
  await page.getByRole("button", { name: /^Shopping Cart/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Remove/ })
    .click();
  const listed = page.waitForResponse(/\/api\/orders\/user\//);
  await page.getByRole("button", { name: "Yes, Delete" }).click();
  await listed;
  await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  await page.goto("/orders");
  await expect(page.getByText("No orders found. Try adjusting filters or continue shopping.")).toBeVisible();
});
