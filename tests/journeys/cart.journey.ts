import type { Page } from "@playwright/test";
import { waitForFrames, waitUntilAwake } from "../screens/steps.ts";
import { expect, phone, test } from "../support/journey-shop.ts";
import { storeGuestCart, waitForAlert } from "../support/visitors.ts";

const BOWL = "acacia-everyday-bowl";
const TRAY = "teak-breakfast-tray-arched";
const getBowlLine = (page: Page) => page.getByRole("row").filter({ hasText: "Roz Acacia Everyday Bowl" });

test.describe("the guest's cart and its drawer", { tag: "@front" }, () => {
  test("the cart shows products, totals and the coupon, and asks before it removes a product (§2.2, §2.7, §9, D1, D4, D5, D6, D10, D15, D21, D78)", async ({
    page,
    context,
    shop,
  }) => {
    await storeGuestCart(context, shop.url, { [BOWL]: 2, [TRAY]: 1 });
    await page.goto("/cart");
    await waitUntilAwake(page);
    await expect(page.getByRole("heading", { level: 1, name: "My Shopping Cart" })).toBeVisible();
    const line = getBowlLine(page);
    await expect(line.getByRole("img", { includeHidden: true }).first()).toBeVisible();
    for (const text of ["Serveware", / cm.*, .* cm high/, "₹899.00", "₹1060.82 including GST", "₹1798.00"])
      await expect(line).toContainText(text);
    await expect(page.getByRole("link", { name: "Continue Shopping" })).toHaveAttribute("href", "/products");

    // 2 × 899 + 2899 = 4697, plus 9 % CGST and 9 % SGST of 422.73 each, minus the coupon of 99
    const summary = page.getByRole("region", { name: "Order Summary" });
    await expect(summary.getByRole("definition")).toHaveText([
      "₹4697.00",
      "₹422.73",
      "₹422.73",
      "−₹99.00",
      "₹5443.46",
    ]);
    await expect(summary.getByRole("term")).toHaveText([
      /Subtotal/,
      /CGST 9%/,
      /SGST 9%/,
      /Coupon/,
      /Amount Payable/,
    ]);
    await expect(summary.getByText("₹99 off this order")).toBeVisible();
    await expect(summary.getByRole("link", { name: "Checkout" })).toHaveAttribute("href", "/checkout");
    const alerted = waitForAlert(page);
    await page.getByRole("button", { name: "#SALE30" }).click();
    expect(await alerted).toBe("Coupon auto-applied at checkout");

    await line.getByRole("button", { name: /^Increase/ }).click();
    await expect(line).toContainText("₹2697.00");
    await expect(page.getByTestId("cart-badge")).toHaveText("4");

    const question = page.getByRole("alertdialog", { name: "Remove from Cart" });
    await line.getByRole("button", { name: /^Remove/ }).click();
    await expect(question).toContainText("Are you sure you want to remove this product?");
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(line).toBeVisible();
    for (const left of [1, 0]) {
      await page
        .getByRole("main")
        .getByRole("button", { name: /^Remove/ })
        .first()
        .click();
      await question.getByRole("button", { name: "Yes, Delete" }).click();
      await expect(page.getByRole("main").getByRole("button", { name: /^Remove/ })).toHaveCount(left);
    }
    await expect(page.getByText("Your cart is empty", { exact: true })).toBeVisible();
    for (const name of ["Start shopping", "Add items to continue"])
      await expect(page.getByRole("link", { name })).toHaveAttribute("href", "/products");
    await expect(summary.getByRole("definition")).toHaveText(["₹0.00"]);
  });

  test("the cart is a table from 431 px, and a list of cards at 430 px (§2.7, §9, D82, D100)", async ({
    page,
    context,
    shop,
  }) => {
    await storeGuestCart(context, shop.url, { [BOWL]: 2 });
    await page.goto("/cart");
    const headings = page.getByRole("table").getByRole("columnheader");
    for (const width of [1280, 431]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(headings).toHaveText(["Product", "Price", "Quantity", "Total", "Remove"]);
      for (const heading of (await headings.all()).slice(0, 4)) await expect(heading).toBeVisible();
      await expect(getBowlLine(page)).toHaveCSS("border-left-width", "0px");
      await expect(getBowlLine(page).getByRole("cell")).toHaveCount(6);
    }
    await page.setViewportSize({ width: 430, height: 900 });
    await expect(headings.first()).toBeHidden();
    await expect(getBowlLine(page)).toHaveCSS("border-left-width", "1px");
    await expect(getBowlLine(page)).toContainText("₹1798.00");
    // 2 × 899 plus 18 % tax, minus the coupon of 99
    await expect(page.getByText("₹2022.64", { exact: true }).last()).toBeInViewport({ ratio: 1 });
    const checkout = page.getByRole("link", { name: "Checkout" });
    await expect(checkout).toHaveCount(1);
    await expect(checkout).toBeInViewport({ ratio: 1 });
  });

  test("the cart drawer shows products, totals and a suggested product, and the page behind it does not scroll (§2.2, D106)", async ({
    page,
    context,
    shop,
  }) => {
    await storeGuestCart(context, shop.url, { [BOWL]: 2, [TRAY]: 1 });
    await page.setViewportSize(phone);
    await page.goto("/products");
    await waitUntilAwake(page);
    await page.getByRole("button", { name: /^Shopping Cart/ }).click();
    const drawer = page.getByRole("dialog", { name: "Shopping Cart" });
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
