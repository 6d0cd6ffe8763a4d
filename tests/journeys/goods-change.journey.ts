import { links } from "#contract/links.ts";
import { pageNews } from "../../web/shell/page-news.ts";
import { waitUntilAwake } from "../screens/steps.ts";
import { fillCart, registerAndLogIn } from "../support/buyer.ts";
import { expect, test } from "../support/shop.ts";

const HOLDER = "acacia-napkin-holder";

test(
  "open pages of customers show a changed price and a hidden piece, with a word; a checkout stays as it is",
  { tag: "@front" },
  async ({ page, context, shop }) => {
    await registerAndLogIn(page);
    await fillCart(page, { productId: HOLDER, quantity: 1 });
    const checkout = await context.newPage();
    await checkout.goto(links.checkout);
    const summary = checkout.getByRole("main");
    await expect(summary).toContainText("Pankha");
    const shown = await summary.innerText();
    const connected = page.waitForEvent("websocket");
    await page.goto(links.product(HOLDER));
    await waitUntilAwake(page);
    await connected;

    await expect(async () => {
      await shop.operator("products", "set-price", HOLDER, "1111");
      await shop.operator("products", "set-price", HOLDER, "949");
      await expect(page.getByText("has just changed: ₹949.00.")).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect(page.getByText("Price ₹949.00")).toBeVisible();

    await shop.operator("products", "hide", HOLDER);
    await expect(page.getByText(pageNews.gone)).toBeVisible();
    expect(await summary.innerText()).toBe(shown);
    await expect(checkout.getByText(/has just/)).toHaveCount(0);
    await shop.operator("products", "show", HOLDER);
  },
);
