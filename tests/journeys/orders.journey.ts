import type { Page } from "@playwright/test";
import { DAY } from "#contract/time.ts";
import { generateCode } from "#platform/ids.ts";
import { writeHistory } from "../support/past-orders.ts";
import { expect, phone, test } from "../support/journey-shop.ts";
import { registerAndLogIn } from "../support/visitors.ts";

const LIST = "/api/orders/user/";
const FIRST_DAY = Date.parse("2026-03-01T06:30:00.000Z");

test(
  "a reload and Back restore page, search and sort order of the order list, and orders are cards on narrow screens (§2.14, §9, D70, D72, D85)",
  { tag: ["@history", "@long"] },
  async ({ page, shop }) => {
    const { accountId } = await registerAndLogIn(page);
    const stem = generateCode(4);
    await writeHistory(
      shop,
      accountId,
      Array.from({ length: 50 }, (_, index) => ({
        orderId: `TRV-${stem}${String(index + 1).padStart(2, "0")}`,
        createdAt: new Date(FIRST_DAY + index * DAY),
        lines: [{ title: "Teak Platter", unitPrice: 100_000 + index * 1_000, quantity: 1 }],
      })),
    );
    await page.goto("/orders?sort=amount-ascending");
    await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toHaveText(/Home.*Orders/);
    const search = page.getByRole("searchbox", { name: "Search" });
    await search.pressSequentially("PLATTER", { delay: 0 });
    await page.getByRole("button", { name: "Page 2" }).click();
    await expect(page).toHaveURL("/orders?search=PLATTER&sort=amount-ascending&page=2");
    const expectPage2 = () => expect(getIds(page).first()).toHaveText(`TRV-${stem}21`);
    await expectPage2();
    await page.reload();
    await expectPage2();
    await page.getByRole("link", { name: `View order TRV-${stem}21` }).click();
    await expect(page.getByRole("heading", { name: `Order TRV-${stem}21` })).toBeVisible();
    await page.goBack();
    await expectPage2();
    await page.goBack();
    await expect(getIds(page).first()).toHaveText(`TRV-${stem}01`);
    await expect(search).toHaveValue("PLATTER");
    await page.getByRole("complementary").getByRole("link", { name: "Order History" }).click();
    await expect(getIds(page).first()).toHaveText(`TRV-${stem}50`);
    await expect(search).toHaveValue("");

    for (const [width, display] of [
      [1101, "table-row"],
      [1100, "flex"],
      [phone.width, "flex"],
    ] as const) {
      await page.setViewportSize({ width, height: phone.height });
      await expect(getRow(page, `TRV-${stem}50`)).toHaveCSS("display", display);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  },
);

test(
  "a changed order is updated in both open tabs of its customer, and another customer's tab loads nothing (§2.14, §4, D73)",
  { tag: "@history" },
  async ({ page, shop, context, browser }) => {
    const orderId = `TRV-${generateCode(6)}`;
    const buyer = await registerAndLogIn(page);
    const strangers = await browser.newContext({ baseURL: shop.url });
    const stranger = await strangers.newPage();
    const ravi = await registerAndLogIn(stranger, { firstName: "Ravi" });
    await writeHistory(shop, buyer.accountId, [
      { orderId, createdAt: new Date() },
      { orderId: `TRV-${generateCode(6)}`, createdAt: new Date(), more: { accountId: ravi.accountId } },
    ]);
    const second = await context.newPage();
    for (const each of [page, second, stranger]) {
      const fetched = waitForFetchOnceConnected(each);
      await each.goto("/orders");
      await fetched;
      await expect(each.getByText("Processing", { exact: true }).last()).toBeVisible();
    }
    let requested = 0;
    stranger.on("request", (request) => (requested += request.url().includes(LIST) ? 1 : 0));

    expect((await shop.operator("orders", "deliver", orderId, "--in-person", "--yes")).code).toBe(0);
    for (const each of [page, second]) await expect(getRow(each, orderId)).toContainText("Delivered");
    await expect(getIds(stranger)).toHaveCount(1);
    expect(requested).toBe(0);
    await strangers.close();
  },
);

/** Waits until the tab is connected and has then loaded its list again. From then on, only live events reload it. */
function waitForFetchOnceConnected(tab: Page): Promise<void> {
  let isConnected = false;
  tab.on("websocket", (line) =>
    line.on("framereceived", ({ payload }) => {
      isConnected ||= String(payload).startsWith("40");
    }),
  );
  return new Promise((resolve) => {
    tab.on("response", (response) => {
      if (isConnected && response.url().includes(LIST)) resolve();
    });
  });
}

const getIds = (page: Page) => page.getByRole("rowheader");
const getRow = (page: Page, orderId: string) =>
  page.locator("tr", { has: page.getByText(orderId, { exact: true }) });
