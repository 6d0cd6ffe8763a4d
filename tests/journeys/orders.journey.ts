import type { Page } from "@playwright/test";
import { DAY } from "#contract/time.ts";
import { generateCode } from "#platform/ids.ts";
import { writeHistory } from "../support/past-orders.ts";
import { expect, phone, test } from "../support/journey-shop.ts";
import { registerAndLogIn } from "../support/visitors.ts";

const FIRST_DAY = Date.parse("2026-03-01T06:30:00.000Z");

test(
  "a reload and Back restore page, search and sort order of the order list, and orders are cards on narrow screens (§2.14, §9, D70, D72, D85)",
  { tag: "@long" },
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

const getIds = (page: Page) => page.getByRole("rowheader");
const getRow = (page: Page, orderId: string) =>
  page.locator("tr", { has: page.getByText(orderId, { exact: true }) });
