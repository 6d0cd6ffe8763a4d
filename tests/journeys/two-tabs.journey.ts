import { expect, test } from "../support/journey-shop.ts";
import { registerAndLogIn } from "../support/visitors.ts";

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
