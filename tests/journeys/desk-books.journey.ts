import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { formatDate } from "#contract/dates.ts";
import { expect, test } from "../support/journey-shop.ts";
import { createRegularCustomer } from "../support/visitors.ts";
import { expectUsable, openDesk } from "./desk-page.ts";

const TRAY = "aranya-acacia-serving-tray-brass";

test(
  "the owner reads a month's accounts at the desk, opens a chart as a table and downloads the reports",
  { tag: ["@front", "@long"] },
  async ({ page, shop }) => {
    const { orders } = await createRegularCustomer(shop.url, `books.${Date.now()}`);
    await shop.operator("products", "set", TRAY, "--stock", "3");
    await openDesk(page, shop, { screen: "/books" });

    await test.step("the month's accounts have a chart with its figures as a text and as a table", async () => {
      await expect(page.getByRole("img", { name: /^Sales by day: the best day was/ })).toBeVisible();
      await page.getByText("As a table").click();
      const today = page.getByRole("row", { name: new RegExp(`^${formatDate(new Date())}`) });
      await expect(today).toContainText("₹");
      await expect(today).not.toContainText("₹0.00");
      await expect(page.getByRole("table", { name: "Goods sold, by category" })).toContainText("₹");
      const tray = page.getByRole("link", { name: "Aranya", exact: false }).first();
      await expect(tray).toHaveAttribute("href", `/products/${TRAY}`);
      const forecast = page.getByRole("table", { name: "Days of stock left" });
      await expect(forecast.getByRole("row", { name: /Aranya/ })).toContainText(/days$/);
      await expectUsable(page);
    });
    await test.step("the owner downloads all files of the month with one click", async () => {
      const names: string[] = [];
      page.on("download", (file) => void names.push(file.suggestedFilename().replace(/-20\d{2}-\d{2}/, "")));
      await page.getByRole("button", { name: "All files of the month" }).click();
      await expect
        .poll(() => names)
        .toEqual(["report-sales.csv", "orders.csv", "invoices.csv", "payments.csv"]);
    });
    await test.step("the owner downloads the orders and the reports as CSV", async () => {
      await page.getByText("Single files").click();
      for (const [button, file, words] of [
        ["Orders as CSV", /^orders-20\d{2}-\d{2}\.csv$/, new RegExp(orders.paid)],
        ["Sales by day as CSV", /^report-sales-day-20\d{2}-\d{2}\.csv$/, /^\uFEFFDay,Invoices,/],
        [
          "Sales by category as CSV",
          /^report-sales-category-20\d{2}-\d{2}\.csv$/,
          /^\uFEFFCategory,Goods,GST\n/,
        ],
        ["Best sellers as CSV", /^report-sales-product-20\d{2}-\d{2}\.csv$/, new RegExp(TRAY)],
        ["Days of stock left as CSV", /^report-stock\.csv$/, new RegExp(`\n${TRAY},`)],
      ] as const) {
        const { name, text } = await download(page, button);
        expect(name).toMatch(file);
        expect(text).toMatch(words);
      }
    });
    await shop.operator("products", "set", TRAY, "--stock", "none");
  },
);

async function download(page: Page, button: string) {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const download = await downloading;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}
