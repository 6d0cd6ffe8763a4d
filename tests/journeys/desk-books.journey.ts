import { readFile } from "node:fs/promises";
import { toIsoDay } from "#contract/dates.ts";
import { createRegularCustomer } from "../support/regular-customer.ts";
import { expect, test } from "../support/shop.ts";
import { expectUsable, findInPalette, openDesk } from "./desk-page.ts";

/* The month's books at the owner's desk: plots with their tables, files for the accountant, and who sees none of it. */

test.describe.configure({ timeout: 120_000 });

const TRAY = "aranya-acacia-serving-tray-brass";

test("a month is looked through, with its plots read as tables, and written into files", async ({
  page,
  shop,
}) => {
  const { orders } = await createRegularCustomer(shop.url, `books.${Date.now()}`);
  await shop.operator("products", "set-stock", TRAY, "3");
  const desk = await shop.desk("--as", "Asha");
  await openDesk(page, desk.address);
  await page.getByRole("link", { name: "Books" }).click();
  await expect(page.getByRole("heading", { name: "Books", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Books" })).toBeInViewport();

  await test.step("each plot has its figures in words", async () => {
    await expect(page.getByRole("img", { name: /^Sales by day: the most was sold on/ })).toBeVisible();
    await page.getByText("As a table").click();
    const today = page.getByRole("row", { name: new RegExp(toIsoDay(new Date())) });
    await expect(today).toContainText("₹");
    await expect(today).not.toContainText("₹0.00");
    await expect(page.getByRole("table", { name: "Goods sold, by category" })).toContainText("₹");
    const tray = page.getByRole("link", { name: "Aranya", exact: false }).first();
    await expect(tray).toHaveAttribute("href", `/products/${TRAY}`);
    const forecast = page.getByRole("table", { name: "Days of stock left" });
    await expect(forecast.getByRole("row", { name: /Aranya/ })).toContainText(/days$/);
    await expectUsable(page);
  });
  await test.step("the month is written into a spreadsheet", async () => {
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Orders as CSV" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^orders-20\d{2}-\d{2}\.csv$/);
    expect(await readFile(await download.path(), "utf8")).toContain(orders.paid);
  });
  await test.step("each report is saved as a spreadsheet", async () => {
    for (const [name, file, words] of [
      ["The days as CSV", /^report-sales-day-20\d{2}-\d{2}\.csv$/, /^\uFEFFDay,Invoices,/],
      ["Categories as CSV", /^report-sales-category-20\d{2}-\d{2}\.csv$/, /^\uFEFFCategory,Goods,GST\n/],
      ["Best sellers as CSV", /^report-best-sellers-20\d{2}-\d{2}\.csv$/, new RegExp(TRAY)],
      ["Forecast as CSV", /^stock-forecast\.csv$/, new RegExp(`\n${TRAY},`)],
    ] as const) {
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toMatch(file);
      expect(await readFile(await download.path(), "utf8")).toMatch(words);
    }
    const { origin } = new URL(desk.address);
    await page.goto(`${origin}/do/report/sales?month=${toIsoDay(new Date()).slice(0, 7)}&csv=on`);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "report.csv" }).click();
    expect(await readFile(await (await downloading).path(), "utf8")).toContain(orders.paid);
    await expect(page.getByText("Taxable").or(page.getByText(orders.paid))).toHaveCount(0);
    await page.goto(`${origin}/books`);
  });
  await test.step("what the return lacks is said", async () => {
    await page.getByRole("button", { name: "Make GSTR-1" }).click();
    await expect(page.getByRole("alert")).toContainText("seller.json names no GSTIN");
    await expectUsable(page);
  });
  await test.step("a month without a sale says so", async () => {
    await page.getByRole("button", { name: "The month before" }).press("Enter");
    await page.getByRole("button", { name: "The month before" }).press("Enter");
    await expect(page.getByText("Nothing was sold in this month.")).toBeVisible();
    await expect(page.getByText("No invoice was given in this month.")).toBeVisible();
    await expectUsable(page);
    await page.getByLabel("Month", { exact: true }).fill("2099-01");
    await expect(page.getByText("This month has not begun.")).toBeVisible();
  });
  await shop.operator("products", "set-stock", TRAY, "none");
  await test.step("what cannot be read says why", async () => {
    await page.route("**/api/view", (route) => route.abort());
    await page.reload();
    await expect(page.getByRole("alert").first()).toContainText("The desk does not answer");
    await expectUsable(page);
  });
});

test("a packer's desk has no books, even if its page asks the shop for them", async ({ page, shop }) => {
  const desk = await shop.desk("--as", "Ravi", "--role", "packer");
  const { origin } = new URL(desk.address);
  await openDesk(page, desk.address);
  await expect(page.getByRole("heading", { name: "Orders" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Books" })).toHaveCount(0);
  const answers: string[] = [];
  await page.route("**/api/view", async (route) => {
    const postData = { noun: "report", verb: "sales", options: { month: "2026-11", by: "day" } };
    const response = await route.fetch({ postData });
    answers.push(await response.text());
    await route.fulfill({ response });
  });
  await page.goto(`${origin}/books`);
  await expect(page.getByRole("heading", { name: "Orders" })).toBeVisible();
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  expect(answers.join("")).toMatch(/"outcome":"unknown"/);
  expect(answers.join("")).not.toMatch(/soldPaise/);
});

test("a file that a command writes is named, not asked for, and downloaded", async ({ page, shop }) => {
  const desk = await shop.desk("--as", "Asha");
  await openDesk(page, desk.address);
  await findInPalette(page, "orders export", "orders export");
  const name = page.getByLabel("File");
  await expect(name).toHaveAttribute("type", "text");
  await expect(page.locator("input[type=file]")).toHaveCount(0);
  await name.fill("../orders.csv");
  await page.getByRole("button", { name: "Export" }).click();
  expect(await name.evaluate((field: HTMLInputElement) => field.validity.patternMismatch)).toBe(true);
  await name.fill("all-orders.csv");
  await expectUsable(page);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("button", { name: "all-orders.csv" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("all-orders.csv");
  expect(await readFile(await download.path(), "utf8")).toContain("Order,Placed,Status");
  await desk.close();
});
