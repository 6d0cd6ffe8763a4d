import type { Page } from "@playwright/test";
import { calls, mishaps, waitForFrames, waitUntilAwake } from "../screens/steps.ts";
import { createRegularCustomer } from "../support/regular-customer.ts";
import { expect, phone, test } from "../support/shop.ts";
import { storeGuestBag, storeSession } from "../support/visitors.ts";
import { BOWL, TRAY } from "./cart-page.ts";

test.describe("the number on the product page", { tag: "@front" }, () => {
  const number = (page: Page) => page.getByRole("textbox", { name: "Quantity of Roz Acacia Everyday Bowl" });
  const inMain = (page: Page, name: RegExp | string) =>
    page.getByRole("main").getByRole("button", { name }).first();

  test("is what will be added; once in the cart it is the cart's, and adding means one more (§2.6, D13, D14)", async ({
    page,
  }) => {
    await page.goto(`/product-info/${BOWL}`);
    await waitUntilAwake(page);
    await expect(number(page)).toHaveValue("1");
    await expect(inMain(page, /^Decrease/)).toBeDisabled();
    await inMain(page, /^Increase/).click();
    await expect(page.getByTestId("cart-badge")).toHaveCount(0);
    await inMain(page, /^Add to Bag/).click();
    await expect(page.getByTestId("cart-badge")).toHaveText("2");

    await inMain(page, /^Increase/).click();
    await expect(page.getByTestId("cart-badge")).toHaveText("3");
    await inMain(page, /^Add(ed| to Bag)/).click();
    await expect(page.getByTestId("cart-badge")).toHaveText("4");
    await expect(number(page)).toHaveValue("4");

    await inMain(page, "Buy Now").click();
    await expect(page).toHaveURL("/cart");
    await expect(page.getByTestId("cart-badge")).toHaveText("4");
  });
});

test.describe("the cart drawer", { tag: "@front" }, () => {
  test("shows the lines, counts products, sums up, and says what will be paid (§2.2, D106)", async ({
    page,
    context,
    shop,
  }) => {
    await storeGuestBag(context, shop.url, { [BOWL]: 2, [TRAY]: 1 });
    await page.goto("/products");
    await waitUntilAwake(page);
    await page.getByRole("button", { name: /^Shopping Cart/ }).click();
    const drawer = page.getByRole("dialog", { name: "Shopping Cart" });
    await expect(drawer.getByRole("listitem")).toHaveCount(2);
    await expect(drawer.getByText("2 Product(s)")).toBeVisible();
    await expect(drawer.getByText("Total: ₹4697.00")).toBeVisible();
    const payable = drawer.getByText("You pay").locator("..");
    await expect(payable).toContainText("₹5443.46");
    await expect(payable).toContainText("GST and ₹99 off included");
    const complement = drawer.getByRole("region", { name: "Pairs well with" });
    await expect(complement.getByRole("link")).toHaveCount(1);
    await expect(complement.getByRole("button", { name: /^Add to Bag: / })).toBeVisible();
    await expect(drawer.getByRole("link", { name: "Checkout" })).toHaveAttribute("href", "/checkout");
    await expect(drawer.getByRole("link", { name: "Go to Cart" })).toHaveAttribute("href", "/cart");
    const line = drawer.getByRole("listitem").filter({ hasText: "Everyday Bowl" });
    await expect(line).toContainText("₹899.00 + GST");
    await line.getByRole("button", { name: /^Decrease/ }).click();
    await expect(drawer.getByText("Total: ₹3798.00")).toBeVisible();
    await expect(line.getByRole("button", { name: /^Decrease/ })).toBeDisabled();
    await line.getByRole("button", { name: /^Remove/ }).click();
    await page
      .getByRole("alertdialog", { name: "Remove from Cart" })
      .getByRole("button", { name: "Yes, Delete" })
      .click();
    await expect(drawer.getByText("1 Product(s)")).toBeVisible();
  });

  test("is empty with both buttons disabled, and holds the page still (§2.2)", async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto("/products");
    await waitUntilAwake(page);
    await page.getByRole("button", { name: /^Shopping Cart/ }).click();
    const drawer = page.getByRole("dialog", { name: "Shopping Cart" });
    await expect(drawer.getByText("Your cart is empty.", { exact: true })).toBeVisible();
    await expect(drawer.getByText("0 Product(s)")).toBeVisible();
    await expect(drawer.getByText("Total: ₹0.00")).toBeVisible();
    await expect(drawer.getByRole("button", { name: "Checkout" })).toBeDisabled();
    await expect(drawer.getByRole("button", { name: "Go to Cart" })).toBeDisabled();
    await expect(
      drawer.getByRole("region", { name: "Three pieces to begin with" }).getByRole("link"),
    ).toHaveCount(3);
    await page.mouse.move(100, 400);
    await page.mouse.wheel(0, 600);
    await waitForFrames(page);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await page.mouse.wheel(0, 600);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  });
});

test.describe("a customer's cart that cannot be reached", { tag: "@front" }, () => {
  test("says so, and goes back to what it was (§5, §8, D17)", async ({ page, context, shop }) => {
    await storeSession(context, await createRegularCustomer(shop.url, `meera.cart.${Date.now()}`));
    const bowls = page.getByRole("row").filter({ hasText: "Saanjh Teak Bowls" });
    const number = bowls.getByRole("textbox");

    await page.route(calls.cart, mishaps.refused(500));
    await page.goto("/cart");
    await expect(page.getByText("Failed to fetch cart: 500")).toBeVisible();
    await page.route(calls.cart, mishaps.noJson);
    await page.reload();
    await expect(page.getByText("Invalid response format (expected JSON).")).toBeVisible();
    await page.unroute(calls.cart);
    await page.reload();
    await expect(number).toHaveValue("1");

    await page.route("**/api/cart/update", mishaps.refused(500));
    await bowls.getByRole("button", { name: /^Increase/ }).click();
    await expect(number).toHaveValue("2");
    await expect(page.getByText("Failed to update item quantity").first()).toBeVisible();
    await expect(number).toHaveValue("1");

    await page.route("**/api/cart/remove", mishaps.refused(500));
    await bowls.getByRole("button", { name: /^Remove/ }).click();
    await page.getByRole("button", { name: "Yes, Delete" }).click();
    await expect(page.getByText("Failed to remove item").first()).toBeVisible();
    await expect(bowls).toBeVisible();

    await page.route("**/api/cart/add", mishaps.refused(500));
    await page.goto(`/product-info/${BOWL}`);
    await waitUntilAwake(page);
    await expect(page.getByTestId("cart-badge")).toHaveText("1");
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Add to Bag/ })
      .first()
      .click();
    await expect(page.getByText("Failed to add to cart").first()).toBeVisible();
    await expect(page.getByTestId("cart-badge")).toHaveText("1");
  });

  test("with a session that is over leads to the login (§8, D17)", async ({ page, context, shop }) => {
    await storeSession(context, await createRegularCustomer(shop.url, `meera.over.${Date.now()}`));
    await page.route(calls.cart, mishaps.refused(401));
    await page.route("**/api/auth/refresh", mishaps.refused(401));
    await page.goto("/cart");
    await expect(page.getByText("Session expired. Please log in again.").first()).toBeVisible();
    await expect(page).toHaveURL("/log-in?redirect=%2Fcart");
    expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
  });
});
