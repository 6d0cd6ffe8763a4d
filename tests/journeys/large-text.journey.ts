import { links } from "#contract/links.ts";
import { createRegularCustomer } from "../support/regular-customer.ts";
import { expect, test } from "../support/shop.ts";
import { storeSession } from "../support/visitors.ts";
import { layOutWhole, waitUntilAwake } from "../screens/steps.ts";

/* WCAG 1.4.4, 1.4.10: text twice as large, on a phone, and nothing has to be scrolled sideways. */

for (const width of [320, 390]) {
  test.describe(`at ${width} px with text twice as large`, { tag: "@front" }, () => {
    test.use({ viewport: { width, height: 844 } });

    test("lists stay within the window; on 390 px a product, the cart and the checkout too", async ({
      page,
      context,
      shop,
    }) => {
      const customer = await createRegularCustomer(shop.url, `large.${width}.${Date.now()}`);
      await storeSession(context, customer);
      for (const path of [
        links.home,
        links.products(),
        links.orders,
        "/profile",
        ...(width === 390 ? [links.product("acacia-everyday-bowl"), links.cart, links.checkout] : []),
      ]) {
        await page.goto(path);
        await waitUntilAwake(page);
        await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
        await layOutWhole(page);
        const wide = await page.evaluate(() =>
          [...document.querySelectorAll("body *")]
            .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1)
            .map((each) => `${each.tagName}.${each.className}`),
        );
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect
          .soft({ path, over, wide: over > 0 ? wide.slice(0, 6) : [] })
          .toEqual({ path, over: 0, wide: [] });
      }
    });
  });
}
