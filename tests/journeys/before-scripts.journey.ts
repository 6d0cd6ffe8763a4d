import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey-shop.ts";

async function delayScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/shop-*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Opens a page without waiting for its load event, which would wait for the delayed scripts. */
const open = (page: Page, path: string) => page.goto(path, { waitUntil: "commit" });
const getButton = (page: Page, name: RegExp) => page.getByRole("button", { name }).first();

test.describe("clicks and input before hydration", { tag: "@front" }, () => {
  test("clicks on 'Add to Bag' and 'Shopping Cart' before hydration show a busy state and run once after it", async ({
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

  test(
    "input from before hydration (a quantity, clicks, a link and a filter) takes effect in the same order after hydration (§2.5)",
    { tag: "@long" },
    async ({ page }) => {
      const release = await delayScripts(page);
      await open(page, "/product-info/acacia-everyday-bowl");
      await page.getByRole("textbox", { name: /^Quantity/ }).fill("4");
      await getButton(page, /^Increase quantity/).click({ clickCount: 2 });
      await getButton(page, /^Add to Bag/).click();
      await page.getByRole("contentinfo").getByRole("link", { name: "All products" }).click();
      release();
      await expect(page).toHaveURL("/products/");
      await expect(page.getByTestId("cart-badge")).toHaveText("6");

      await page.unrouteAll();
      const releaseListing = await delayScripts(page);
      await open(page, "/products");
      await page.getByText("Teak wood", { exact: true }).first().click();
      releaseListing();
      await expect(page).toHaveURL("/products?material=Teak%20wood");
    },
  );

  test(
    "if the scripts cannot be loaded, the page shows a message and the cart's button works as a link",
    { tag: "@long" },
    async ({ page }) => {
      await page.route("**/assets/shop-*.js", (route) => route.abort());
      await open(page, "/our-story");
      await expect(
        page.getByText(/please turn on JavaScript in your browser, or reload this page/),
      ).toBeVisible();
      await expect(page.getByRole("link", { name: "All products", exact: true }).first()).toBeVisible();
      await getButton(page, /^Shopping Cart/).click();
      await expect(page).toHaveURL("/cart");
      await open(page, "/order-details/TRV-ABC234");
      await expect(page.getByText("This page needs JavaScript to show your order")).toBeVisible();
      await expect(page.getByText("Loading order details...")).toBeHidden();
    },
  );
});
