import { registerAndLogIn, fillCart } from "../support/buyer.ts";
import { expect, test } from "../support/shop.ts";

/* §4, D58: one customer, two tabs of one browser. */

test(
  "what goes into the cart in one tab is in the cart of the other (§2.7)",
  { tag: "@front" },
  async ({ page, context }) => {
    await registerAndLogIn(page);
    await page.goto("/cart");
    const second = await context.newPage();
    await second.goto("/product-info/acacia-everyday-bowl");
    await second.getByRole("button", { name: "Add to Bag" }).first().click();
    await expect(page.getByText("Roz Acacia Everyday Bowl").first()).toBeVisible();
    await expect(page.getByText("₹961.82").first()).toBeVisible();

    await page
      .getByRole("button", { name: /increase/i })
      .first()
      .click();
    await second.goto("/cart");
    await expect(second.getByText("₹2022.64").first()).toBeVisible();
  },
);

test("one cart at two checkouts is one order, and both tabs say so (§2.8, T38, D102)", async ({
  page,
  context,
  browser,
}) => {
  await registerAndLogIn(page);
  await fillCart(page, { productId: "acacia-everyday-bowl", quantity: 2 });
  const [hearing, deaf] = [await context.newPage(), await context.newPage()];
  // Another device has a key of its own, and this one no live connection.
  const device = await browser.newContext({ storageState: await context.storageState() });
  const remote = await device.newPage();
  await remote.routeWebSocket("**/socket.io/**", () => {});
  for (const each of [page, hearing, deaf, remote]) {
    await each.goto("/checkout");
    await expect(each.getByRole("button", { name: "Checkout", exact: true })).toBeEnabled();
  }
  await deaf.route("**/api/cart?*", (route) => route.abort());
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page).toHaveURL(/\/orders$/);
  const orderId = (await page.getByRole("rowheader").textContent()) ?? "";

  await expect(hearing.getByRole("link", { name: `Go to order ${orderId}` })).toBeVisible();
  await expect(hearing.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();

  await deaf.getByRole("textbox", { name: "Order notes" }).fill("Mind the dog.");
  await deaf.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(deaf).toHaveURL(/\/orders$/);
  await expect(deaf.getByText("You have placed this order already.")).toBeVisible();
  await expect(deaf.getByRole("rowheader")).toHaveText([orderId]);

  await remote.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(remote.getByText("You have placed this order already.")).toBeVisible();
  await expect(remote).toHaveURL(/\/orders$/);
  await expect(remote.getByRole("rowheader")).toHaveText([orderId]);
  await device.close();
});

test(
  "logging out in one tab ends the session in the other, and leaves nothing behind (§4, D17, D47, D58)",
  { tag: "@front" },
  async ({ page, context }) => {
    await registerAndLogIn(page);
    await fillCart(page, { productId: "acacia-everyday-bowl", quantity: 2 });
    await page.goto("/orders");
    await expect(page.getByText("No orders found.")).toBeVisible();
    const checkout = await context.newPage();
    await checkout.goto("/checkout");
    await checkout.getByRole("textbox", { name: "Order notes" }).fill("Mind the dog.");

    await page.getByRole("navigation", { name: "Account" }).getByText("Logout").click();
    await page.getByRole("button", { name: "Yes, Logout" }).click();
    await expect(page).toHaveURL(/\/log-in/);

    await expect(checkout).toHaveURL(/\/log-in\?redirect=%2Fcheckout$/);
    await expect(checkout.getByRole("button", { name: "Shopping Cart, 0 pieces" })).toBeVisible();
    for (const each of [page, checkout]) {
      const left = await each.evaluate(() => ({
        session: ["user", "accessToken", "refreshToken", "token", "guestCart"].filter(
          (key) => localStorage.getItem(key) !== null,
        ),
        form: sessionStorage.getItem("checkoutForm"),
      }));
      expect(left).toEqual({ session: [], form: null });
    }
  },
);

test("an order that is paid for in one tab changes in the other", async ({ page, context }) => {
  await registerAndLogIn(page);
  await fillCart(page, { productId: "acacia-everyday-bowl", quantity: 1 });
  await page.goto("/checkout");
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page).toHaveURL(/\/orders$/);
  const second = await context.newPage();
  await second.goto("/orders");
  await expect(second.getByRole("button", { name: /^Pay now/ })).toBeVisible();

  const payment = page.frameLocator("iframe[title='Pay Online']");
  await payment.getByLabel(/card number/i).fill("4111 1111 1111 1111");
  await payment.getByLabel(/expiry/i).fill("12/30");
  await payment.getByLabel(/cvv|security code/i).fill("123");
  await payment.getByLabel(/name/i).fill("Meera Shah");
  await expect(payment.getByRole("button", { name: "Pay ₹961.82" })).toBeVisible();
  // By Enter: the window in the dialog may still grow, and what stands still in its frame moves under the pointer.
  await payment.getByLabel(/name/i).press("Enter");
  await expect(page.getByText("Payment received. Thank you!")).toBeVisible();
  await expect(second.getByText("Completed", { exact: true })).toBeVisible();
  await expect(second.getByRole("button", { name: /^Pay now/ })).toBeHidden();
});
