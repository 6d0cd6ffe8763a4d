import { calls, waitUntilAwake } from "../screens/steps.ts";
import { waitForAlert } from "../support/alert.ts";
import { expect, test } from "../support/shop.ts";
import { storeGuestBag } from "../support/visitors.ts";
import { BOWL, getBowlLine, TRAY } from "./cart-page.ts";

/* A guest's cart (§2.7) and its drawer (§2.2), which live in the browser. */
test.describe("a guest's cart", { tag: "@front" }, () => {
  test("shows each line with everything about it, and what it all comes to (§2.7, §9, D1, D4, D5, D6, D21)", async ({
    page,
    context,
    shop,
  }) => {
    await storeGuestBag(context, shop.url, { [BOWL]: 2, [TRAY]: 1 });
    await page.goto("/cart");
    await expect(page.getByRole("heading", { level: 1, name: "My Shopping Cart" })).toBeVisible();
    const line = getBowlLine(page);
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

  test("shows the coupon in an alert (§2.7, D10, D78)", async ({ page, context, shop }) => {
    await storeGuestBag(context, shop.url, { [BOWL]: 1 });
    await page.goto("/cart");
    await waitUntilAwake(page);
    const alerted = waitForAlert(page);
    await page.getByRole("button", { name: "#SALE30" }).click();
    expect(await alerted).toBe("Coupon auto-applied at checkout");
  });

  test("counts up and down to 1, never below; removing is asked for (§2.2, §2.7, D15)", async ({
    page,
    context,
    shop,
  }) => {
    await storeGuestBag(context, shop.url, { [BOWL]: 2, [TRAY]: 1 });
    await page.goto("/cart");
    await waitUntilAwake(page);
    const line = getBowlLine(page);
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

  test("stands in rows of a table from 431 px, in cards at 430 (§2.7, §9, D82, D100)", async ({
    page,
    context,
    shop,
  }) => {
    await storeGuestBag(context, shop.url, { [BOWL]: 2 });
    await page.goto("/cart");
    const headings = page.getByRole("table").getByRole("columnheader");
    for (const width of [1280, 768, 720, 431]) {
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

    // 2 × 899 and its taxes − 99
    await expect(page.getByText("₹2022.64", { exact: true }).last()).toBeInViewport({ ratio: 1 });
    const checkout = page.getByRole("link", { name: "Checkout" });
    await expect(checkout).toHaveCount(1);
    await expect(checkout).toBeInViewport({ ratio: 1 });
  });

  test("a sold-out line has a Remove of its own", async ({ page, context, shop }) => {
    await storeGuestBag(context, shop.url, { [BOWL]: 1 });
    await page.route(calls.product, async (route) => {
      const response = await route.fetch();
      return route.fulfill({ response, json: { ...((await response.json()) as object), stock: 0 } });
    });
    await page.goto("/cart");
    await expect(getBowlLine(page).getByText("Remove", { exact: true })).toBeVisible();
    await expect(getBowlLine(page)).toContainText("Sold out");
  });

  test("says so when it is empty, and nothing is charged (§2.7)", async ({ page }) => {
    await page.goto("/cart");
    await expect(page.getByText("Your cart is empty", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Start shopping" })).toHaveAttribute("href", "/products");
    await expect(page.getByRole("link", { name: "Add items to continue" })).toHaveAttribute(
      "href",
      "/products",
    );
    await expect(page.getByRole("region", { name: "Order Summary" }).getByRole("definition")).toHaveText([
      "₹0.00",
    ]);
  });

  test("is brought up to the catalogue: new prices are taken over, what is gone is dropped, and both are shown (§2.7, D19)", async ({
    page,
    context,
    shop,
  }) => {
    await storeGuestBag(context, shop.url, { [BOWL]: 2, [TRAY]: 1 });
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
    await expect(getBowlLine(page)).toContainText("₹1900.00");
    await expect(page.getByRole("row")).toHaveCount(2);
  });

  test("is the same in two tabs (§2.7)", async ({ page, context }) => {
    await page.goto("/wooden-bowls");
    await waitUntilAwake(page);
    const other = await context.newPage();
    await other.goto("/cart");
    await expect(other.getByText("Your cart is empty", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Add to Bag: Roz Acacia Everyday Bowl" }).click();
    await expect(getBowlLine(other)).toBeVisible();
    await waitUntilAwake(other);
    await getBowlLine(other)
      .getByRole("button", { name: /^Increase/ })
      .click();
    await expect(page.getByTestId("cart-badge")).toHaveText("2");
  });

  test("reads a bag under any of the three names of an id, and survives a damaged one (§3)", async ({
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
    await expect(getBowlLine(page).getByRole("textbox")).toHaveValue("3");
    await page.evaluate(() => localStorage.setItem("guestCart", "{not json"));
    await page.reload();
    await expect(page.getByText("Your cart is empty", { exact: true })).toBeVisible();
  });
});
