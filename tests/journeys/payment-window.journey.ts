import type { BrowserContext, Page } from "@playwright/test";
import { links } from "#contract/links.ts";
import { paymentMessages } from "#shop/payments/payment.ts";
import { createRegularCustomer } from "../support/regular-customer.ts";
import { expect, type Shop, test } from "../support/shop.ts";
import { storeSession } from "../support/visitors.ts";

/* D60, D102: the payment window follows the order, and never stays a dead frame. */

async function openWindow(page: Page, context: BrowserContext, shop: Shop) {
  const { orders } = await createRegularCustomer(shop.url, `meera.window.${Date.now()}`).then(
    async (customer) => {
      await storeSession(context, customer);
      return customer;
    },
  );
  await page.goto(links.orderDetails(orders.unpaid));
  await page.getByRole("button", { name: "Pay now" }).click();
  await expect(
    getFrame(page)
      .getByRole("button", { name: /^Pay ₹/ })
      .first(),
  ).toBeVisible();
  return orders.unpaid;
}

/** The pages of the provider's window, not their files. */
const WINDOW_PAGES = /\/pay\/(?!assets\/)/;

const getDialog = (page: Page) => page.getByRole("dialog", { name: "Pay Online" });
const getFrame = (page: Page) => getDialog(page).frameLocator("iframe");

async function pay(page: Page): Promise<void> {
  const frame = getFrame(page);
  await frame.getByLabel("Card number").fill("4111111111111111");
  await frame.getByLabel("Expiry (MM/YY)").fill("12/30");
  await frame.getByLabel("CVV").fill("123");
  await frame.getByLabel("Name on card").fill("Meera Shah");
  await frame
    .getByRole("button", { name: /^Pay ₹/ })
    .first()
    .click();
}

const expectPaid = async (page: Page) => {
  await expect(page.getByText(paymentMessages.received)).toBeVisible();
  await expect(getDialog(page)).toHaveCount(0);
  await expect(page.getByRole("main").getByText("Your order is paid.")).toBeVisible();
};

test(
  "offline at Pay: the frame gives way to words and 'Open again', which goes on (§2.8, D60, D102)",
  { tag: "@front" },
  async ({ page, context, shop }) => {
    await openWindow(page, context, shop);
    await context.setOffline(true);
    await pay(page);
    await expect(getDialog(page).getByText(paymentMessages.windowLost)).toBeVisible();
    await expect(getDialog(page).locator("iframe")).toHaveCount(0);
    await context.setOffline(false);
    await getDialog(page).getByRole("button", { name: "Open again" }).click();
    await pay(page);
    await expectPaid(page);
  },
);

test(
  "a proxy's own words in the frame are not shown to the customer; paid elsewhere, this page says so",
  { tag: "@front" },
  async ({ page, context, shop }) => {
    const orderId = await openWindow(page, context, shop);
    await page.route(/\/pay\/[^/]+\/card$/, (route) =>
      route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>nginx" }),
    );
    await pay(page);
    await expect(getDialog(page).getByText(paymentMessages.windowLost)).toBeVisible();
    await expect(getDialog(page).locator("iframe")).toHaveCount(0);
    const other = await context.newPage();
    await other.goto(links.orderDetails(orderId));
    await other.getByRole("button", { name: "Pay now" }).click();
    await pay(other);
    await expectPaid(page);
  },
);

test(
  "the answer after paying is lost: the window closes, because the order is paid",
  { tag: "@front" },
  async ({ page, context, shop }) => {
    await openWindow(page, context, shop);
    await page.route(/\/pay\/[^/]+\/card$/, async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await route.abort("connectionreset");
    });
    await pay(page);
    await expectPaid(page);
  },
);

test(
  "paid in another tab, the window of this one closes (§2.8, D60, D102)",
  { tag: "@front" },
  async ({ page, context, shop }) => {
    const orderId = await openWindow(page, context, shop);
    const other = await context.newPage();
    await other.goto(links.orderDetails(orderId));
    await other.getByRole("button", { name: "Pay now" }).click();
    await pay(other);
    await expectPaid(other);
    await expectPaid(page);
  },
);

test(
  "cancelled by the shop, the order's window closes",
  { tag: "@front" },
  async ({ page, context, shop }) => {
    const orderId = await openWindow(page, context, shop);
    expect((await shop.operator("orders", "cancel", orderId, "--reason", "cracked", "--yes")).code).toBe(0);
    await expect(getDialog(page)).toHaveCount(0);
  },
);

test(
  "lost again and again: there is always 'Open again', which goes on (§2.8, D60, D102)",
  { tag: "@front" },
  async ({ page, context, shop }) => {
    await openWindow(page, context, shop);
    await page.route(WINDOW_PAGES, (route) =>
      route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>nginx" }),
    );
    await pay(page);
    const again = getDialog(page).getByRole("button", { name: "Open again" });
    for (let times = 0; times < 4; times++) {
      await again.click();
      await expect(getDialog(page).locator("iframe")).toHaveCount(1);
      await expect(getDialog(page).locator("iframe")).toHaveCount(0);
      await expect(getDialog(page).getByText(paymentMessages.windowLost)).toBeVisible();
    }
    await page.unroute(WINDOW_PAGES);
    await again.click();
    await pay(page);
    await expectPaid(page);
  },
);

test(
  "a window whose script never comes can be paid in all the same",
  { tag: "@front" },
  async ({ page, context, shop }) => {
    await page.route(/\/assets\/window\.js$/, (route) => route.abort());
    await openWindow(page, context, shop);
    for (let times = 0; times < 2; times++)
      await getDialog(page).getByRole("button", { name: "Open again" }).click();
    await expect(getDialog(page).getByText(paymentMessages.windowLost)).toBeVisible();
    await pay(page);
    await expectPaid(page);
  },
);

test(
  "paid elsewhere while this browser was offline: once it is online the window closes (§2.8, D60, D102)",
  { tag: "@front" },
  async ({ page, context, shop }) => {
    // Without the live connection nothing else would notice.
    await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
    await openWindow(page, context, shop);
    const session = await getDialog(page).locator("iframe").getAttribute("src");
    await context.setOffline(true);
    await pay(page);
    await expect(getDialog(page).getByText(paymentMessages.windowLost)).toBeVisible();
    const card = { number: "4111111111111111", expiry: "12/30", cvv: "123", name: "Meera Shah" };
    await fetch(`${shop.url}${session}/card`, { method: "POST", body: new URLSearchParams(card) });
    await context.setOffline(false);
    await expectPaid(page);
  },
);
