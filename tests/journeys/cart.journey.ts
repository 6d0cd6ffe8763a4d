import type { Page } from "@playwright/test";
import { calls, mishaps, someFrames, untilAwake } from "../screens/steps.ts";
import { makeRegularCustomer } from "../support/regular-customer.ts";
import { nextAlert } from "../support/alert.ts";
import { expect, phone, test } from "../support/shop.ts";
import { bringBag, comeAs } from "../support/visitors.ts";

const BOWL = "acacia-everyday-bowl";
const TRAY = "teak-breakfast-tray-arched";
const bowlLine = (page: Page) => page.getByRole("row").filter({ hasText: "Roz Acacia Everyday Bowl" });
const payable = (page: Page) =>
  page.getByRole("region", { name: "Order Summary" }).getByRole("definition").last();

/* A guest's cart (§2.7) and its drawer (§2.2), which live in the browser. */
test.describe("a guest's cart", { tag: "@front" }, () => {
  test("shows each line with everything about it, and what it all comes to", async ({
    page,
    context,
    shop,
  }) => {
    await bringBag(context, shop.url, { [BOWL]: 2, [TRAY]: 1 });
    await page.goto("/cart");
    await expect(page.getByRole("heading", { level: 1, name: "My Shopping Cart" })).toBeVisible();
    const line = bowlLine(page);
    await expect(line.getByRole("img", { includeHidden: true }).first()).toBeVisible();
    await expect(line).toContainText("Serveware");
    await expect(line).toContainText(/\d+(\.\d+)? in|\d cm/);
    await expect(line).toContainText("₹899.00");
    await expect(line).toContainText("₹1060.82 including GST");
    await expect(line).toContainText("₹1798.00");
    await expect(page.getByRole("link", { name: "Continue Shopping" })).toHaveAttribute("href", "/products");

    // 2 × 899 + 2899 = 4697; 9 % of it twice is 2 × 422.73; − 99
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
  });

  test("tells the coupon in an alert", async ({ page, context, shop }) => {
    await bringBag(context, shop.url, { [BOWL]: 1 });
    await page.goto("/cart");
    await untilAwake(page);
    const alerted = nextAlert(page);
    await page.getByRole("button", { name: "#SALE30" }).click();
    expect(await alerted).toBe("Coupon auto-applied at checkout");
  });

  test("counts up and down to 1, never below; removing is asked for", async ({ page, context, shop }) => {
    await bringBag(context, shop.url, { [BOWL]: 2, [TRAY]: 1 });
    await page.goto("/cart");
    await untilAwake(page);
    const line = bowlLine(page);
    await line.getByRole("button", { name: /^Increase/ }).click();
    await expect(line).toContainText("₹2697.00");
    await expect(page.getByTestId("cart-badge")).toHaveText("4");
    await line.getByRole("button", { name: /^Decrease/ }).click();
    await line.getByRole("button", { name: /^Decrease/ }).click();
    await expect(line.getByRole("button", { name: /^Decrease/ })).toBeDisabled();
    await expect(line.getByRole("textbox")).toHaveValue("1");

    await line.getByRole("button", { name: /^Remove/ }).click();
    const question = page.getByRole("alertdialog", { name: "Remove from Cart" });
    await expect(question).toContainText("Are you sure you want to remove this product?");
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(line).toBeVisible();
    await line.getByRole("button", { name: /^Remove/ }).click();
    await question.getByRole("button", { name: "Yes, Delete" }).click();
    await expect(line).toHaveCount(0);
    await expect(page.getByTestId("cart-badge")).toHaveText("1");
  });

  test("stands in rows of a table from 431 px, in cards at 430", async ({ page, context, shop }) => {
    await bringBag(context, shop.url, { [BOWL]: 2 });
    await page.goto("/cart");
    const headings = page.getByRole("table").getByRole("columnheader");
    for (const width of [1280, 768, 720, 431]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(headings).toHaveText(["Product", "Price", "Quantity", "Total", "Remove"]);
      for (const heading of (await headings.all()).slice(0, 4)) await expect(heading).toBeVisible();
      await expect(bowlLine(page)).toHaveCSS("border-left-width", "0px");
      await expect(bowlLine(page).getByRole("cell")).toHaveCount(6);
    }
    await page.setViewportSize({ width: 430, height: 900 });
    await expect(headings.first()).toBeHidden();
    await expect(bowlLine(page)).toHaveCSS("border-left-width", "1px");
    await expect(bowlLine(page)).toContainText("₹1798.00");
  });

  test("says so when it is empty, and nothing is charged", async ({ page }) => {
    await page.goto("/cart");
    await expect(page.getByText("Your cart is empty", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Start shopping" })).toHaveAttribute("href", "/products");
    await expect(page.getByRole("link", { name: "Add items to continue" })).toHaveAttribute(
      "href",
      "/products",
    );
    await expect(payable(page)).toHaveText("₹0.00");
  });

  test("is brought up to the catalogue: new prices are taken over, what is gone is dropped, and both are told", async ({
    page,
    context,
    shop,
  }) => {
    await bringBag(context, shop.url, { [BOWL]: 2, [TRAY]: 1 });
    await page.route(calls.product, async (route) => {
      if (route.request().url().includes(TRAY))
        return route.fulfill({ status: 404, json: { success: false, message: "Gone" } });
      const response = await route.fetch();
      return route.fulfill({ response, json: { ...((await response.json()) as object), price: 950 } });
    });
    await page.goto("/cart");
    await expect(
      page.getByText(/No longer available: .*\. New price: Roz Acacia Everyday Bowl\./),
    ).toBeVisible();
    await expect(bowlLine(page)).toContainText("₹1900.00");
    await expect(page.getByRole("row")).toHaveCount(2);
  });

  test("is the same in two tabs", async ({ page, context }) => {
    await page.goto("/wooden-bowls");
    await untilAwake(page);
    const other = await context.newPage();
    await other.goto("/cart");
    await expect(other.getByText("Your cart is empty", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Add to Bag: Roz Acacia Everyday Bowl" }).click();
    await expect(bowlLine(other)).toBeVisible();
    await untilAwake(other);
    await bowlLine(other)
      .getByRole("button", { name: /^Increase/ })
      .click();
    await expect(page.getByTestId("cart-badge")).toHaveText("2");
  });

  test("reads a bag under any of the three names of an id, and survives a damaged one", async ({
    page,
    context,
  }) => {
    await context.addInitScript(() => {
      if (sessionStorage.getItem("brought")) return;
      sessionStorage.setItem("brought", "yes");
      localStorage.setItem(
        "guestCart",
        JSON.stringify([
          {
            _id: "acacia-everyday-bowl",
            quantity: "3",
            price: 899,
            title: "Bowl",
            category: "",
            size: [],
            images: [],
          },
        ]),
      );
    });
    await page.goto("/cart");
    await expect(bowlLine(page).getByRole("textbox")).toHaveValue("3");
    await page.evaluate(() => localStorage.setItem("guestCart", "{not json"));
    await page.reload();
    await expect(page.getByText("Your cart is empty", { exact: true })).toBeVisible();
  });
});

test.describe("the number on the product page", { tag: "@front" }, () => {
  const number = (page: Page) => page.getByRole("textbox", { name: "Quantity of Roz Acacia Everyday Bowl" });
  const inMain = (page: Page, name: RegExp | string) =>
    page.getByRole("main").getByRole("button", { name }).first();

  test("is what will be added; once in the cart it is the cart's, and adding means one more", async ({
    page,
  }) => {
    await page.goto(`/product-info/${BOWL}`);
    await untilAwake(page);
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
  test("shows the lines, counts products and sums up", async ({ page, context, shop }) => {
    await bringBag(context, shop.url, { [BOWL]: 2, [TRAY]: 1 });
    await page.goto("/products");
    await untilAwake(page);
    await page.getByRole("button", { name: /^Shopping Cart/ }).click();
    const drawer = page.getByRole("dialog", { name: "Shopping Cart" });
    await expect(drawer.getByRole("listitem")).toHaveCount(2);
    await expect(drawer.getByText("2 Product(s)")).toBeVisible();
    await expect(drawer.getByText("Total: ₹4697.00")).toBeVisible();
    await expect(drawer.getByRole("link", { name: "Checkout" })).toHaveAttribute("href", "/checkout");
    await expect(drawer.getByRole("link", { name: "Go to Cart" })).toHaveAttribute("href", "/cart");
    const line = drawer.getByRole("listitem").filter({ hasText: "Everyday Bowl" });
    await expect(line).toContainText("₹899.00");
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

  test("is empty with both buttons disabled, and holds the page still", async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto("/products");
    await untilAwake(page);
    await page.getByRole("button", { name: /^Shopping Cart/ }).click();
    const drawer = page.getByRole("dialog", { name: "Shopping Cart" });
    await expect(drawer.getByText("Your cart is empty.", { exact: true })).toBeVisible();
    await expect(drawer.getByText("0 Product(s)")).toBeVisible();
    await expect(drawer.getByText("Total: ₹0.00")).toBeVisible();
    await expect(drawer.getByRole("button", { name: "Checkout" })).toBeDisabled();
    await expect(drawer.getByRole("button", { name: "Go to Cart" })).toBeDisabled();
    await page.mouse.move(100, 400);
    await page.mouse.wheel(0, 600);
    await someFrames(page);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await page.mouse.wheel(0, 600);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  });
});

test.describe("a customer's cart that cannot be reached", { tag: "@front" }, () => {
  test("says so, and goes back to what it was", async ({ page, context, shop }) => {
    await comeAs(context, await makeRegularCustomer(shop.url, `meera.cart.${Date.now()}`));
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
    await untilAwake(page);
    await expect(page.getByTestId("cart-badge")).toHaveText("1");
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Add to Bag/ })
      .first()
      .click();
    await expect(page.getByText("Failed to add to cart").first()).toBeVisible();
    await expect(page.getByTestId("cart-badge")).toHaveText("1");
  });

  test("with a session that is over leads to the login", async ({ page, context, shop }) => {
    await comeAs(context, await makeRegularCustomer(shop.url, `meera.over.${Date.now()}`));
    await page.route(calls.cart, mishaps.refused(401));
    await page.route("**/api/auth/refresh", mishaps.refused(401));
    await page.goto("/cart");
    await expect(page.getByText("Session expired. Please log in again.").first()).toBeVisible();
    await expect(page).toHaveURL("/log-in?redirect=%2Fcart");
    expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
  });
});
