import { expect, test } from "../support/shop.ts";
import { fillCart, registerAndLogIn } from "../support/visitors.ts";

/* One customer is logged in on two tabs of a browser (§4, D58). */

test(
  "two tabs share the cart, and a logout in one ends the session in the other and clears its storage (§2.7, §4, D17, D47, D58)",
  { tag: "@front" },
  async ({ page, context }) => {
    await registerAndLogIn(page);
    await page.goto("/cart");
    const second = await context.newPage();
    await second.goto("/product-info/acacia-everyday-bowl");
    await second.getByRole("button", { name: "Add to Bag" }).first().click();
    await expect(page.getByText("₹961.82").filter({ visible: true }).first()).toBeVisible();
    await page
      .getByRole("button", { name: /increase/i })
      .first()
      .click();
    await second.goto("/checkout");
    await expect(second.getByText("₹2022.64").filter({ visible: true }).first()).toBeVisible();
    await second.getByRole("textbox", { name: "Order notes" }).fill("Mind the dog.");

    await page.goto("/orders");
    await page.getByRole("navigation", { name: "Account" }).getByText("Logout").click();
    await page.getByRole("button", { name: "Yes, Logout" }).click();
    await expect(page).toHaveURL(/\/log-in/);
    await expect(second).toHaveURL(/\/log-in\?redirect=%2Fcheckout$/);
    await expect(second.getByRole("button", { name: "Shopping Cart, 0 pieces" })).toBeVisible();
    for (const each of [page, second]) {
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

test(
  "one cart at two open checkouts becomes one order, and the second tab says so (§2.8, T38, D102)",
  { tag: "@long" },
  async ({ page, context }) => {
    await registerAndLogIn(page);
    await fillCart(page, { productId: "acacia-everyday-bowl", quantity: 2 });
    const [connected, cutOff] = [await context.newPage(), await context.newPage()];
    for (const each of [page, connected, cutOff]) {
      await each.goto("/checkout");
      await expect(each.getByRole("button", { name: "Checkout", exact: true })).toBeEnabled();
    }
    await cutOff.route("**/api/cart?*", (route) => route.abort());
    await page.getByRole("button", { name: "Checkout", exact: true }).click();
    await expect(page).toHaveURL(/\/orders$/);
    const orderId = (await page.getByRole("rowheader").textContent()) ?? "";

    await expect(connected.getByRole("link", { name: `Go to order ${orderId}` })).toBeVisible();
    await expect(connected.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();

    await cutOff.getByRole("textbox", { name: "Order notes" }).fill("Mind the dog.");
    await cutOff.getByRole("button", { name: "Checkout", exact: true }).click();
    await expect(cutOff).toHaveURL(/\/orders$/);
    await expect(cutOff.getByText("You've already placed this order.")).toBeVisible();
    await expect(cutOff.getByRole("rowheader")).toHaveText([orderId]);
  },
);
