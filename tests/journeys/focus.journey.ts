import type { Locator, Page } from "@playwright/test";
import { waitUntilAwake } from "../screens/steps.ts";
import { createRegularCustomer } from "../support/regular-customer.ts";
import { expect, test } from "../support/shop.ts";
import { storeGuestBag, storeSession } from "../support/visitors.ts";

/* What takes the pressed control away hands the keyboard's place on, and never to the top of the page. */

const click = async (page: Page, control: Locator) => {
  await control.focus();
  await page.keyboard.press("Enter");
};

test(
  "the focus stays in the filter bar, the cart and its drawer",
  { tag: "@front" },
  async ({ page, context, shop }) => {
    await storeGuestBag(context, shop.url, {
      "acacia-everyday-bowl": 2,
      "teak-breakfast-tray-arched": 1,
      "acacia-slate-cheese-board": 1,
    });
    await page.goto("/products");
    await waitUntilAwake(page);
    const price = page.getByLabel("Min price (₹)").filter({ visible: true });
    await price.fill("900");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/minPrice=900/);
    await expect(price).toBeFocused();
    const teak = page.getByRole("checkbox", { name: "Teak wood" });
    await teak.focus();
    await page.keyboard.press("Space");
    await expect(page).toHaveURL(/material=Teak/);
    await expect(teak).toBeFocused();

    await click(page, page.getByRole("button", { name: /^Shopping Cart/ }));
    const drawer = page.getByRole("dialog", { name: "Shopping Cart" });
    const remove = drawer.getByRole("button", { name: /^Remove / });
    await click(page, drawer.getByRole("button", { name: /^Decrease quantity of Roz/ }));
    await expect(drawer.getByRole("button", { name: /^Increase quantity of Roz/ })).toBeFocused();
    await click(page, remove.first());
    await click(page, page.getByRole("button", { name: "Yes, Delete" }));
    await expect(remove).toHaveCount(2);
    await expect(remove.first()).toBeFocused();

    await page.goto("/cart");
    await waitUntilAwake(page);
    const removeRow = page.getByRole("main").getByRole("button", { name: /^Remove / });
    await click(page, removeRow.last());
    await click(page, page.getByRole("button", { name: "Yes, Delete" }));
    await expect(removeRow).toHaveCount(1);
    await expect(removeRow).toBeFocused();
    await page.keyboard.press("Enter");
    await click(page, page.getByRole("button", { name: "Yes, Delete" }));
    await expect(removeRow).toHaveCount(0);
    await expect(page.getByRole("main").locator("a:focus, button:focus")).toBeVisible();
  },
);

test(
  "the focus stays in the address book",
  { tag: "@front" },
  async ({ page, context, shop }, { workerIndex }) => {
    await storeSession(
      context,
      await createRegularCustomer(shop.url, `meera.focus.${workerIndex}.${Date.now()}`),
    );
    await page.goto("/address");
    await click(page, page.getByRole("button", { name: /^Remove / }));
    await click(page, page.getByRole("button", { name: "Yes, Remove" }));
    await expect(page.getByRole("button", { name: "Add a new address" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main").locator("input:focus, a:focus, button:focus")).toBeVisible();
  },
);
