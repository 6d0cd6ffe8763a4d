import { expect, test } from "../support/shop.ts";
import { createRegularCustomer, storeSession } from "../support/visitors.ts";

test(
  "a changed order is announced and highlighted on open pages, in the list and in its details",
  { tag: "@long" },
  async ({ page, context, shop }, { workerIndex }) => {
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
    await shop.operator("orders", "deliver", customer.orders.paid, "--in-person", "--yes");
    for (const each of [page, details]) {
      await expect(
        each
          .getByRole("status")
          .filter({ hasText: `Order ${customer.orders.paid}: Delivered, payment Completed` }),
      ).toBeAttached();
      await expect(each.locator("html")).toHaveAttribute("data-washed", "yes");
    }
  },
);
