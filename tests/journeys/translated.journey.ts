import type { Page } from "@playwright/test";
import { links } from "#contract/links.ts";
import { pagePaths } from "#contract/page-paths.ts";
import { stepTo, waitUntilAwake } from "../screens/steps.ts";
import { expect, type Shop, test } from "../support/journey-shop.ts";
import { createRegularCustomer, storeSession } from "../support/visitors.ts";
import { translateFromStart, translateNow, TRANSLATED } from "./translate.ts";

/* When browsers translate a page, they replace text nodes with elements. The shop must still work. */

const ways = ["before its scripts run", "while it is open"] as const;
type Open = (path: string) => Promise<void>;
type Visit = (page: Page, shop: Shop, open: Open) => Promise<void>;

const visits: Record<string, Visit> = {
  "every page shows no error and keeps names and numbers": openEveryPage,
  "a customer fills the bag, orders and pays": buy,
};

for (const way of ways) {
  for (const [title, visit] of Object.entries(visits))
    addTest(`${title}, if the browser translates each page ${way}`, way, visit);
}

function addTest(title: string, way: (typeof ways)[number], visit: Visit) {
  test(title, { tag: ["@front", "@long"] }, async ({ page, shop }) => {
    const reports: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/browser-errors")) reports.push(request.postData() ?? "");
    });
    if (way === "before its scripts run") await translateFromStart(page);
    await visit(page, shop, async (path) => {
      await page.goto(path);
      await waitUntilAwake(page);
      if (way === "while it is open") await translateNow(page);
      await expect(page.locator("font[data-translated]").first()).toBeAttached();
    });
    expect(reports, "reported to the shop").toEqual([]);
  });
}

/** Texts that must not be translated: names, document and phone numbers, e-mail addresses, and amounts. */
const EXACT =
  /\bTaruva\b|\bTRV-\w|\b\d\d-\d\d\/\d|\+91|\b\d{10}\b|\b\d\d[A-Z]{5}\d{4}[A-Z]|\w@\w|#SALE|पाठ −?₹[\d.]+$/;

async function expectWhole(page: Page): Promise<void> {
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(page.getByRole("main").getByText(TRANSLATED).first()).toBeVisible();
  // Ignore texts for screen readers. Their sentences are translated as a whole, including names and numbers.
  const shown = page.locator("font[data-translated]:not(.visually-hidden[role=status] *)");
  expect((await shown.allTextContents()).filter((text) => EXACT.test(text))).toEqual([]);
}

async function signIn(page: Page, shop: Shop) {
  const customer = await createRegularCustomer(shop.url, `translated.${Date.now()}`);
  await storeSession(page.context(), customer);
  return customer;
}

async function openEveryPage(page: Page, shop: Shop, open: Open): Promise<void> {
  const { orders, email } = await signIn(page, shop);
  const all = Object.values(pagePaths)
    .flatMap(([path]) => path)
    .filter((path) => !/^\/(product-\d|logout)$/.test(path))
    .map((path) => path.replace(":orderId", orders.paid).replace(":id", "acacia-everyday-bowl"));
  const addresses = [...all, links.orderDetails(orders.cancelling), "/no-such-page"];
  for (const path of addresses)
    await test.step(`the translated page ${path} shows no error`, async () => {
      await open(path);
      await expectWhole(page);
    });
  // Each navigation must work, although React must remove text nodes that the translation has replaced.
  for (const path of [...addresses.slice(0, -1), links.orderDetails(orders.paid)])
    await test.step(`the customer navigates to ${path}`, async () => {
      await stepTo(page, path);
      await expect(page.getByRole("main").locator("font[data-translated]").first()).toBeVisible();
      await expectWhole(page);
    });
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 }).locator("[translate=no]")).toHaveText(orders.paid);
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText(orders.paid);
  await expect(main.getByText(email, { exact: true })).toBeVisible();
  // A translation could change the digits of an amount.
  const sums = await main.locator("dd", { hasText: "₹" }).allInnerTexts();
  expect(sums.length).toBeGreaterThan(3);
  for (const sum of sums) expect(sum).toMatch(/^−?₹[\d.]+$/);
}

async function buy(page: Page, shop: Shop, open: Open): Promise<void> {
  await signIn(page, shop);
  const main = page.getByRole("main");
  const click = (name: RegExp) => main.getByRole("button", { name }).first().click();
  await open("/product-info/acacia-everyday-bowl");
  await click(/Add to Bag/);
  await expect(page.getByTestId("cart-badge")).toHaveText(/2$/);
  await open("/cart");
  for (const exact of ["#SALE30", "₹899.00"])
    await expect(main.getByText(exact, { exact: true }).first()).toBeVisible();
  await click(/Increase quantity of Roz/);
  await expect(main).toContainText("₹1798.00");
  await expectWhole(page);
  await open("/checkout");
  await main
    .getByRole("button", { name: /Checkout$/ })
    .last()
    .click();
  await expect(page).toHaveURL(/\/orders/);
  const frame = page.getByRole("dialog").frameLocator("iframe");
  await frame.locator("[name=number]").fill("4111111111111111");
  await frame.locator("[name=expiry]").fill("12/30");
  await frame.locator("[name=cvv]").fill("123");
  await frame.locator("[name=name]").fill("Meera Shah");
  await frame.locator("#panel-card").getByRole("button", { name: /Pay ₹/ }).click();
  await expect(main.getByText(/Thank you, Meera/)).toBeVisible();
  await expect(main.getByRole("row").nth(1)).toContainText(/Paid|Completed/);
  await expectWhole(page);
}
