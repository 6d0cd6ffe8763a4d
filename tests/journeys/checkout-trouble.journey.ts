import type { Route } from "@playwright/test";
import { expect, test } from "../support/shop.ts";
import { openAddress } from "../screens/acts.ts";
import { checkOut, openCheckout, getTextbox } from "./checkout-page.ts";

test("without a connection nothing is lost, and the next try is the same one order (§2.8, §8, D102)", async ({
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
  await test.step("the answer gets lost on the way back: the page asks, and says what is true (T38)", async () => {
    const swallow = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route("**/api/orders", swallow, { times: 1 });
    await checkOut(page);
    await expect(page).toHaveURL(/\/orders$/);
    await expect(page.getByText("Order placed successfully!")).toBeVisible();
    await expect(page.getByRole("dialog", { name: "Pay Online" })).toBeVisible();
  });
  await test.step("one order, which the empty checkout leads to; unpaid, it expires", async () => {
    const orderId = (await page.getByRole("rowheader").textContent()) ?? "";
    await page.goto("/checkout");
    await page.getByRole("link", { name: `Go to order ${orderId}` }).click();
    await expect(page).toHaveURL(new RegExp(`/order-details/${orderId}$`));
    await expect(page.getByText(/Pay by .* to keep it\./)).toBeVisible();
  });
});

test(
  "a session that ends at submit keeps what was typed through the login, and says so once (§2.8, D102)",
  { tag: "@front" },
  async ({ page, context }) => {
    const { email, password } = await openCheckout(page);
    await getTextbox(page, "Address").fill("1 New Street");
    await getTextbox(page, "Order notes").fill("Mind the dog.");
    await context.clearCookies();
    await page.evaluate(() => localStorage.setItem("accessToken", "over"));
    await checkOut(page);
    await expect(page).toHaveURL(/\/log-in\?redirect=%2Fcheckout$/);
    await expect(page.locator(".Toastify__toast")).toHaveText(["Session expired. Please log in again."]);
    await page.getByRole("main").getByRole("textbox", { name: "Email", exact: true }).fill(email);
    await page.getByRole("textbox", { name: "Password", exact: true }).fill(password);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await expect(page).toHaveURL(/\/checkout$/);
    await openAddress(page);
    await expect(getTextbox(page, "Address")).toHaveValue("1 New Street");
    await expect(getTextbox(page, "Order notes")).toHaveValue("Mind the dog.");
  },
);

for (const { what, code, sentence } of [
  {
    what: "other prices",
    code: "prices_changed",
    sentence: "Prices in your bag have changed. Please review them.",
  },
  {
    what: "sold out pieces",
    code: "shortage",
    sentence: "Some items are no longer available in the quantity you asked for.",
  },
]) {
  test(`${what} are shown, bag and taxes are fetched again, and the form keeps what was typed (§2.8, D3, D60, D89)`, async ({
    page,
  }) => {
    await openCheckout(page);
    await getTextbox(page, "Order notes").fill("Mind the dog.");
    await page.route("**/api/orders", (route) =>
      route.fulfill({
        status: 409,
        json: { success: false, code, message: sentence, error: sentence, requestId: "1" },
      }),
    );
    await page.route("**/api/storefront", async (route) => {
      const response = await route.fetch();
      const { seller, ...rest } = await response.json();
      const taxRates = { cgst: 6, sgst: 2.5 };
      await route.fulfill({ response, json: { ...rest, seller: { ...seller, taxRates } } });
    });
    const again = page.waitForRequest(
      (request) => /\/api\/cart/.test(request.url()) && request.method() === "GET",
    );
    await checkOut(page);
    await expect(page.getByText(sentence)).toBeVisible();
    await again;
    await expect(page.getByText("CGST 6%")).toBeVisible();
    await expect(getTextbox(page, "Order notes")).toHaveValue("Mind the dog.");
  });
}

test(
  "the next customer of the same tab finds nothing of the one before (§2.8, §8)",
  { tag: "@front" },
  async ({ page }) => {
    await openCheckout(page);
    await getTextbox(page, "Address").fill("My secret address");
    await page.goto("/logout");
    await page.evaluate(() => localStorage.clear());
    await openCheckout(page);
    await expect(getTextbox(page, "Address")).toHaveValue("12 Ring Road");
  },
);
