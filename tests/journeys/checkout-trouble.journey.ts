import type { Route } from "@playwright/test";
import { waitUntilFilled } from "../screens/acts.ts";
import { expect, test } from "../support/shop.ts";
import { checkOut, getTextbox, openCheckout } from "./checkout-page.ts";

test("the checkout keeps its text without a connection, and a lost response leads to one order (§2.8, §8, T38, D102)", async ({
  page,
  context,
}) => {
  await openCheckout(page);
  await getTextbox(page, "Order notes").fill("Mind the dog.");
  await context.setOffline(true);
  await checkOut(page);
  await expect(page.getByText("Failed to place order. Please try again.")).toBeVisible();
  await expect(getTextbox(page, "Order notes")).toHaveValue("Mind the dog.");
  await context.setOffline(false);
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
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

test(
  "if there is no response to the order, the page sends it again after the timeout, and there is one order (§8, D102)",
  { tag: "@long" },
  async ({ page }) => {
    await page.clock.install();
    await openCheckout(page);
    const asked = Promise.withResolvers<void>();
    await page.route("**/api/orders", () => asked.resolve(), { times: 1 });
    await checkOut(page);
    await asked.promise;
    await page.clock.fastForward(30_000);
    await expect(page).toHaveURL(/\/orders$/);
    await expect(page.getByRole("rowheader")).toHaveCount(1);
  },
);

test(
  "if the session ends at the checkout, the customer logs in and finds the form with its text (§2.8, D102)",
  { tag: "@front" },
  async ({ page, context }) => {
    const { email, password } = await openCheckout(page);
    await getTextbox(page, "Address").fill("1 New Street");
    await context.clearCookies();
    await page.evaluate(() => localStorage.setItem("accessToken", "over"));
    await checkOut(page);
    await expect(page).toHaveURL(/\/log-in\?redirect=%2Fcheckout$/);
    await expect(page.locator(".Toastify__toast")).toHaveText(["Session expired. Please log in again."]);
    await page.getByRole("main").getByRole("textbox", { name: "Email", exact: true }).fill(email);
    await getTextbox(page, "Password").fill(password);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await expect(page).toHaveURL(/\/checkout$/);
    await waitUntilFilled(page);
    await expect(getTextbox(page, "Address")).toHaveValue("1 New Street");
  },
);

test(
  "if prices have changed, the checkout fetches the cart and taxes again and shows the new prices (§2.8, D3, D60, D89)",
  { tag: ["@front", "@long"] },
  async ({ page }) => {
    await openCheckout(page);
    const message = "Prices in your bag have changed. Please review them.";
    await page.route("**/api/orders", (route) =>
      route.fulfill({ status: 409, json: { success: false, code: "prices_changed", message } }),
    );
    await page.route("**/api/storefront", async (route) => {
      const response = await route.fetch();
      const { seller, ...rest } = await response.json();
      await route.fulfill({
        response,
        json: { ...rest, seller: { ...seller, taxRates: { cgst: 6, sgst: 2.5 } } },
      });
    });
    const fetchedAgain = page.waitForRequest(
      (request) => /\/api\/cart/.test(request.url()) && request.method() === "GET",
    );
    await checkOut(page);
    await expect(page.getByText(message)).toBeVisible();
    await fetchedAgain;
    await expect(page.getByText("CGST 6%")).toBeVisible();
  },
);
