import { links } from "#contract/links.ts";
import { pageNews } from "../../web/shell/page-news.ts";
import { waitUntilAwake } from "../screens/steps.ts";
import { expect, test } from "../support/shop.ts";
import { fillCart, registerAndLogIn } from "../support/visitors.ts";

const HOLDER = "acacia-napkin-holder";

test(
  "a customer's open pages show a changed price and a hidden product, and an open checkout does not change",
  { tag: ["@front", "@long"] },
  async ({ page, context, shop }) => {
    await registerAndLogIn(page);
    await fillCart(page, { productId: HOLDER, quantity: 1 });
    const checkout = await context.newPage();
    await checkout.goto(links.checkout);
    const summary = checkout.getByRole("main");
    await expect(summary).toContainText("Pankha");
    const shown = await summary.innerText();
    // Delays the live connection, so that the price changes after the page was rendered and before the connection
    // opens.
    const changed = Promise.withResolvers<void>();
    await page.routeWebSocket(
      /socket\.io/,
      (socket) => void changed.promise.then(() => socket.connectToServer()),
    );
    await page.goto(links.product(HOLDER));
    await waitUntilAwake(page);
    await shop.operator("products", "set", HOLDER, "--price", "1050");
    await expect.poll(async () => (await page.request.get(links.product(HOLDER))).text()).toContain("1050");
    changed.resolve();
    await expect(page.getByText("has just changed: ₹1050.00.")).toBeVisible();

    await shop.operator("products", "set", HOLDER, "--price", "949");
    await expect(page.getByText("has just changed: ₹949.00.")).toBeVisible();
    await expect(page.getByText(/^₹949\.00/).first()).toBeVisible();

    await shop.operator("products", "set", HOLDER, "--hidden", "yes");
    await expect(page.getByText(pageNews.gone)).toBeVisible();
    expect(await summary.innerText()).toBe(shown);
    await expect(checkout.getByText(/has just/)).toHaveCount(0);
    await shop.operator("products", "set", HOLDER, "--hidden", "no");
  },
);
