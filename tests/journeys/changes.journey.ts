import { waitUntilAwake } from "../screens/steps.ts";
import { createRegularCustomer } from "../support/regular-customer.ts";
import { expect, test } from "../support/shop.ts";
import { storeGuestBag, storeSession } from "../support/visitors.ts";

/* What changes by itself, or beside what was pressed, is heard and seen. */

test(
  "a new quantity and the new total are announced and highlighted",
  { tag: "@front" },
  async ({ page, context, shop }) => {
    await storeGuestBag(context, shop.url, { "acacia-everyday-bowl": 1 });
    await page.goto("/cart");
    await waitUntilAwake(page);
    const main = page.getByRole("main");
    await main.getByRole("button", { name: /^Increase quantity/ }).click();
    await expect(main.getByRole("row").last()).toContainClass("wash");
    const payable = await main.locator("dd").last().innerText();
    await expect(
      page
        .getByRole("status")
        .filter({ hasText: `Quantity of Roz Acacia Everyday Bowl: 2. Amount Payable: ${payable}` }),
    ).toBeAttached();
    await expect(page.locator(".wash")).toHaveCount(0);
  },
);

test("an order that changes while it is looked at says so, in the list and in its details", async ({
  page,
  context,
  shop,
}, { workerIndex }) => {
  const customer = await createRegularCustomer(shop.url, `meera.changes.${workerIndex}.${Date.now()}`);
  await storeSession(context, customer);
  const details = await context.newPage();
  await page.goto("/orders");
  await details.goto(`/order-details/${customer.orders.paid}`);
  await expect(page.getByRole("rowheader").first()).toBeVisible();
  await expect(details.getByRole("table")).toBeVisible();
  for (const each of [page, details]) {
    await each.evaluate(() => {
      const seen = new MutationObserver(() => {
        if (document.querySelector(".wash")) document.documentElement.dataset["washed"] = "yes";
      });
      seen.observe(document.body, { subtree: true, attributeFilter: ["class"] });
    });
  }
  await shop.operator("orders", "set-status", customer.orders.paid, "Delivered", "--yes");
  for (const each of [page, details]) {
    await expect(
      each
        .getByRole("status")
        .filter({ hasText: `Order ${customer.orders.paid}: Delivered, payment Completed` }),
    ).toBeAttached();
    await expect(each.locator("html")).toHaveAttribute("data-washed", "yes");
  }
});
