import type { Page } from "@playwright/test";
import { DAY } from "#contract/time.ts";
import { generateCode } from "#platform/ids.ts";
import { registerAndLogIn } from "../support/buyer.ts";
import { type PastOrder, writeHistory } from "../support/past-orders.ts";
import { expect, phone, type Shop, test } from "../support/shop.ts";

/* §2.14: the history of a customer who has bought for years. */

// With the embedded database the shop closes and opens again in each of them, to have its history written.
test.describe.configure({ timeout: 120_000 });

const LIST = "/api/orders/user/";
const NOON = Date.parse("2026-03-01T06:30:00.000Z");
const statuses = ["Processing", "Delivered", "Cancelled", "Pending"] as const;

/** Sixty orders a day apart, each ₹10 dearer than the one before; every fourth has the same status. */
const createSixty = (stem: string): PastOrder[] =>
  Array.from({ length: 60 }, (_, index) => {
    const status = statuses[index % statuses.length] ?? "Processing";
    return {
      orderId: `TRV-${stem}${String(index + 1).padStart(2, "0")}`,
      createdAt: new Date(NOON + index * DAY),
      status,
      paymentStatus: status === "Pending" ? "Pending" : status === "Cancelled" ? "Expired" : "Completed",
      lines: [
        {
          title: index === 30 ? "Sal Teak Platter" : "Roz Acacia Everyday Bowl",
          unitPrice: 100_000 + index * 1_000,
          quantity: 1,
        },
      ],
    } as const;
  });

test(
  "sixty orders are searched, filtered, sorted and turned over (§2.14, §9, D70, D72, D85)",
  { tag: "@history" },
  async ({ page, shop }) => {
    const { stem } = await openHistory(page, shop);
    await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toHaveText(/Home.*Orders/);
    for (const name of ["Order ID", "Date", "Total", "Payment", "Status", "Action"]) {
      await expect(page.getByRole("columnheader", { name, exact: true })).toBeVisible();
    }

    await test.step("twenty to begin with, the newest first", async () => {
      await expect(getIds(page)).toHaveCount(20);
      await expect(getIds(page).first()).toHaveText(`TRV-${stem}60`);
      await expect(getRow(page, `TRV-${stem}60`)).toContainText("29 Apr 2026");
      // ₹1590 and 18 %, before the coupon
      await expect(getRow(page, `TRV-${stem}60`)).toContainText("₹1876.20");
    });

    await test.step("numbered pages, previous and next", async () => {
      const pages = page.getByRole("navigation", { name: "Pages of your orders" });
      await expect(pages.getByRole("button", { name: "Previous page" })).toBeDisabled();
      await pages.getByRole("button", { name: "Page 3" }).click();
      await expect(getIds(page).last()).toHaveText(`TRV-${stem}01`);
      await expect(pages.getByRole("button", { name: "Next page" })).toBeDisabled();
      await pages.getByRole("button", { name: "Previous page" }).click();
      await expect(getIds(page).first()).toHaveText(`TRV-${stem}40`);
    });

    await test.step("every change goes back to page 1", async () => {
      await choose(page, "Sort by", "Oldest first");
      await expect(getIds(page).first()).toHaveText(`TRV-${stem}01`);
      await choose(page, "Sort by", "Amount: high to low");
      await expect(getIds(page).first()).toHaveText(`TRV-${stem}60`);
      await page.getByRole("button", { name: "Page 2" }).click();
      await choose(page, "Sort by", "Amount: low to high");
      await expect(getIds(page).first()).toHaveText(`TRV-${stem}01`);
      await expect(page.getByRole("button", { name: "Page 1" })).toHaveAttribute("aria-current", "page");
    });

    await test.step("page sizes, up to all of them without pages", async () => {
      await choose(page, "Per page", "50");
      await expect(getIds(page)).toHaveCount(50);
      await choose(page, "Per page", "100");
      await expect(getIds(page)).toHaveCount(60);
      await choose(page, "Per page", "All");
      await expect(getIds(page)).toHaveCount(60);
      await expect(page.getByRole("navigation", { name: "Pages of your orders" })).toBeHidden();
    });

    await test.step("one status", async () => {
      await choose(page, "Status", "Delivered");
      await expect(getIds(page)).toHaveCount(15);
      await choose(page, "Status", "All");
    });

    await test.step("an order id or a product, whatever the case", async () => {
      const search = page.getByRole("searchbox", { name: "Search" });
      await search.fill("TEAK platter");
      await expect(getIds(page)).toHaveText([`TRV-${stem}31`]);
      await search.fill(`trv-${stem.toLowerCase()}07`);
      await expect(getIds(page)).toHaveText([`TRV-${stem}07`]);
      await search.fill("nothing of the kind");
      await expect(
        page.getByText("No orders found. Try adjusting filters or continue shopping."),
      ).toBeVisible();
    });

    await test.step("what is looked at survives a reload, and a look at an order", async () => {
      await page.goto("/orders?sort=amount-ascending");
      await page.getByRole("searchbox", { name: "Search" }).pressSequentially("BOWL", { delay: 0 });
      await page.getByRole("button", { name: "Page 2" }).click();
      const requested = "/orders?search=BOWL&sort=amount-ascending&page=2";
      await expect(page).toHaveURL(requested);
      // The 31st is the platter.
      const isRequested = () => expect(getIds(page).first()).toHaveText(`TRV-${stem}21`);
      await isRequested();
      await page.reload();
      await isRequested();
      await page.getByRole("link", { name: `View order TRV-${stem}21` }).click();
      await expect(page.getByRole("heading", { name: `Order TRV-${stem}21` })).toBeVisible();
      await page.goBack();
      await isRequested();
      await page.goBack();
      await expect(getIds(page).first()).toHaveText(`TRV-${stem}01`);
      await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("BOWL");
      await page.getByRole("complementary").getByRole("link", { name: "Order History" }).click();
      await expect(getIds(page).first()).toHaveText(`TRV-${stem}60`);
      await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("");
    });
  },
);

test("a hundred pages are folded in the middle", { tag: "@history" }, async ({ page, shop }) => {
  const { accountId } = await registerAndLogIn(page);
  const stem = generateCode(3);
  const many = Array.from({ length: 250 }, (_, index) => ({
    orderId: `TRV-${stem}${String(index).padStart(3, "0")}`,
    createdAt: new Date(NOON + index * DAY),
  }));
  await writeHistory(shop, accountId, many);
  await page.setViewportSize(phone);
  await page.goto("/orders");
  const pages = page.getByRole("navigation", { name: "Pages of your orders" });
  await expect(pages.getByRole("button", { name: /^Page/ })).toHaveText(["1", "2", "13"]);
  await pages.getByRole("button", { name: "Page 13" }).click();
  await expect(getIds(page)).toHaveCount(10);
  await expect(page.locator("html")).toHaveJSProperty("scrollWidth", phone.width);
});

test(
  "the list changes by itself in every tab of its customer, and only there (§2.14, §4, D73)",
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

    expect((await shop.operator("orders", "set-status", orderId, "Delivered", "--yes")).code).toBe(0);
    for (const each of [page, second]) await expect(getRow(each, orderId)).toContainText("Delivered");
    await expect(getIds(stranger)).toHaveCount(1);
    expect(requested).toBe(0);
    await strangers.close();
  },
);

/** The tab's list as fetched when its live connection stands: from then on it asks only when an event says so. */
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

test("where six columns have no room every order is a card", { tag: "@history" }, async ({ page, shop }) => {
  const { stem } = await openHistory(page, shop);
  for (const { width, isCard } of [
    { width: 1280, isCard: false },
    { width: 1101, isCard: false },
    { width: 1100, isCard: true },
    { width: 768, isCard: true },
    { width: 390, isCard: true },
  ]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(getRow(page, `TRV-${stem}60`)).toHaveCSS("display", isCard ? "flex" : "table-row");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  const search = page.getByRole("searchbox");
  await page.getByText("Search and filter").click();
  await search.fill(`${stem}59`);
  await expect(page).toHaveURL(/search=/);
  await page.reload();
  await expect(search).toBeVisible();
});

test("a customer who has not ordered yet is led on; a guest is asked to log in (§2.14, D70, D72, D85)", async ({
  page,
}) => {
  await page.goto("/orders");
  await expect(page.getByText("Unauthorized! Please log in.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Log in" })).toHaveAttribute(
    "href",
    "/log-in?redirect=%2Forders",
  );
  await registerAndLogIn(page);
  await page.goto("/orders");
  await expect(page.getByText("No orders found. Try adjusting filters or continue shopping.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Continue shopping" })).toHaveAttribute("href", "/products");
});

test(
  "a list that cannot be fetched says so, and is asked for again (§8)",
  { tag: "@front" },
  async ({ page }) => {
    await registerAndLogIn(page);
    // A live connection that opens would ask again by itself.
    await page.routeWebSocket("**/socket.io/**", () => {});
    await page.route("**/api/orders/user/**", (route) => route.fulfill({ status: 400, body: "no" }));
    await page.goto("/orders");
    await expect(page.getByRole("alert").getByText("Failed to fetch orders.")).toBeVisible();
    await page.unroute("**/api/orders/user/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(
      page.getByText("No orders found. Try adjusting filters or continue shopping."),
    ).toBeVisible();
  },
);

async function openHistory(page: Page, shop: Shop): Promise<{ stem: string }> {
  const { accountId } = await registerAndLogIn(page);
  const stem = generateCode(4);
  await writeHistory(shop, accountId, createSixty(stem));
  await page.goto("/orders");
  await expect(getIds(page).first()).toBeVisible();
  return { stem };
}

const getIds = (page: Page) => page.getByRole("rowheader");
const getRow = (page: Page, orderId: string) =>
  page.locator("tr", { has: page.getByText(orderId, { exact: true }) });
const choose = (page: Page, label: string, option: string) =>
  page.getByRole("search", { name: "Your orders" }).getByLabel(label).selectOption({ label: option });
