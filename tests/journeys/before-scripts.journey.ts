import type { Page } from "@playwright/test";
import { expect, phone, test } from "../support/shop.ts";

/** Keeps the shop's scripts on their way until the returned function is called. */
async function delayScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/shop-*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The browser counts a page as loaded only when its scripts have run. */
const open = (page: Page, path: string) => page.goto(path, { waitUntil: "commit" });
const getButton = (page: Page, name: RegExp) => page.getByRole("button", { name }).first();

/* What is pressed before the scripts are there, and what is left of the shop when they never come. */
test.describe("before the scripts are there", { tag: "@front" }, () => {
  test("Add to Bag and Bag are marked busy at once, and done once when the scripts come", async ({
    page,
  }) => {
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    const release = await delayScripts(page);
    await open(page, "/products");
    const add = getButton(page, /^Add to Bag/);
    await add.click();
    await expect(add).toHaveAttribute("aria-busy", "true");
    await add.click();
    await getButton(page, /^Shopping Cart/).click();
    await expect(getButton(page, /^Shopping Cart/)).toHaveAttribute("aria-busy", "true");

    release();
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByRole("spinbutton").or(drawer.getByRole("textbox"))).toHaveValue("1");
    await expect(page.getByTestId("cart-badge")).toHaveText("1");
    await expect(page.locator("[data-held], main button[aria-busy]")).toHaveCount(0);
    expect(complaints).toEqual([]);
  });

  test("a typed number and each press of plus count, before what was pressed after, and before the link that leads away", async ({
    page,
  }) => {
    const release = await delayScripts(page);
    await open(page, "/product-info/acacia-everyday-bowl");
    await page.getByRole("textbox", { name: /^Quantity/ }).fill("4");
    await getButton(page, /^Increase quantity/).click({ clickCount: 2 });
    await getButton(page, /^Add to Bag/).click();
    await page.getByRole("contentinfo").getByRole("link", { name: "All products" }).click();
    release();
    await expect(page).toHaveURL("/products/");
    await expect(page.getByTestId("cart-badge")).toHaveText("6");
  });

  test("the menu of a phone opens, and the form that was sent is sent", async ({ page }) => {
    await page.setViewportSize(phone);
    const release = await delayScripts(page);
    await open(page, "/contact-us");
    await page.getByRole("button", { name: "Send message" }).click();
    await getButton(page, /^Menu$/).click();
    release();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.getByText("Name is required")).toBeAttached();
    await expect(page).toHaveURL("/contact-us");
  });

  test("when they cannot be loaded the page says so, and its buttons lead to pages", async ({ page }) => {
    await page.route("**/assets/shop-*.js", (route) => route.abort());
    await open(page, "/our-story");
    await expect(
      page.getByText(/please allow JavaScript in your browser, or load this page again/),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "All products", exact: true }).first()).toBeVisible();
    await getButton(page, /^Shopping Cart/).click();
    await expect(page).toHaveURL("/cart");
    await open(page, "/order-details/TRV-ABC234");
    await expect(page.getByText("Your order is shown by JavaScript")).toBeVisible();
    await expect(page.getByText("Loading order details...")).toBeHidden();
  });
});
