import type { Route } from "@playwright/test";
import { expect, test } from "../support/journey-shop.ts";
import { fillCart } from "../support/visitors.ts";
import { checkOut, getCheckoutButton, getTextbox, openCheckout } from "./checkout-page.ts";

const loseAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort();
};

test("the checkout places no order if the request is lost, and one order if the responses are lost (§2.8, §8, D66, D99, T38, D102)", async ({
  page,
  context,
}) => {
  const { email } = await openCheckout(page);
  await expect(
    page.getByText(`Signed in as ${email}. Already have an account? Login`, { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Login", exact: true })).toHaveAttribute(
    "href",
    "/log-in?redirect=%2Fcheckout",
  );
  await getTextbox(page, "Order notes").fill("Mind the dog.");

  await test.step("without a connection, the checkout shows the failure at its button and keeps the entered values", async () => {
    await context.setOffline(true);
    await checkOut(page);
    const failure = page.getByRole("main").getByText("Failed to place order. Please try again.");
    await expect(failure).toBeInViewport({ ratio: 1 });
    await expect(getTextbox(page, "Order notes")).toHaveValue("Mind the dog.");
    await context.setOffline(false);
  });

  await test.step("an order that the shop did not receive is not placed when the customer then empties the cart", async () => {
    await page.getByRole("button", { name: /^Shopping Cart/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Remove/ })
      .click();
    const listed = page.waitForResponse(/\/api\/orders\/user\//);
    await page.getByRole("button", { name: "Yes, Delete" }).click();
    await listed;
    await page.keyboard.press("Escape");
  });

  await test.step("an empty cart cannot be ordered, and a cart that cannot be fetched is not called empty", async () => {
    await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
    await expect(getCheckoutButton(page)).toBeDisabled();
    await page.route("**/api/cart?*", (route) => route.fulfill({ status: 500, body: "no" }));
    await page.reload();
    await expect(page.getByRole("main").getByText("Failed to fetch cart: 500")).toBeVisible();
    await expect(page.getByText("Your cart is empty")).toBeHidden();
    await page.unroute("**/api/cart?*");
  });

  await test.step("if the responses to an order and to its repetition are lost, the customer arrives at the only order", async () => {
    await fillCart(page, { productId: "acacia-everyday-bowl", quantity: 1 });
    await page.goto("/checkout");
    await page.route("**/api/orders", loseAnswer, { times: 2 });
    await checkOut(page);
    await expect(page).toHaveURL(/\/orders$/);
    await expect(page.getByText("Order placed successfully!")).toBeVisible();
    await expect(page.getByRole("dialog", { name: "Pay Online" })).toBeVisible();
    await expect(page.getByRole("rowheader")).toHaveCount(1);
    const orderId = (await page.getByRole("rowheader").textContent()) ?? "";
    await page.goto("/checkout");
    await page.getByRole("link", { name: `Go to order ${orderId}` }).click();
    await expect(page).toHaveURL(new RegExp(`/order-details/${orderId}$`));
    await expect(page.getByText(/Pay by .*, or the order expires\./)).toBeVisible();
  });
});
