import type { Page } from "@playwright/test";
import { findViolations } from "../screens/axe.ts";
import { waitUntilAwake } from "../screens/steps.ts";
import { expect, phone, test } from "../support/journey-shop.ts";
import { waitForAlert } from "../support/visitors.ts";

const getTable = (page: Page) => page.getByRole("group", { name: /^The table from above/ });
const getPieces = (page: Page) => getTable(page).getByRole("button");
/** The URL fragment of a fixed table. A suggested table depends on the stock, which other journeys change. */
const BOARD_AND_BOWL = "#under=any&pieces=acacia-round-cheese-board,40,40;acacia-lotus-fruit-bowl,100,50";
const getBowl = (page: Page) => getTable(page).getByLabel("Kamal Acacia Lotus Fruit Bowl", { exact: true });
const getSum = (page: Page) => page.getByRole("region", { name: "Total" });

async function open(page: Page, hash = ""): Promise<void> {
  await page.goto(`/lay-the-table${hash}`);
  await waitUntilAwake(page);
  await expect(getPieces(page).first()).toBeVisible();
}

test(
  "the page 'Lay the table' suggests a table for the visitor's choices, and the table can be shared by URL and added to the bag (D96)",
  { tag: ["@front", "@long"] },
  async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page);
    await expect(page).toHaveTitle(/^Lay the table/);
    await expect(getPieces(page)).not.toHaveCount(0);
    await expect(getTable(page).locator("image")).not.toHaveCount(0);
    const dinner = await getSum(page).innerText();
    await page.getByRole("button", { name: "8 people" }).click();
    await page.getByRole("button", { name: "Chai" }).click();
    expect(await getSum(page).innerText()).not.toBe(dinner);
    await expect(page).toHaveURL(/#for=8&occasion=chai$/);
    expect(await findViolations(page, "main")).toEqual([]);
    const alerted = waitForAlert(page);
    await page.getByRole("button", { name: "Share" }).click();
    expect(await alerted).toBe("Link copied to clipboard!");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    const other = await context.newPage();
    await open(other, "#for=8&occasion=chai");
    await expect(getPieces(other)).toHaveCount(await getPieces(page).count());
    expect(await getSum(other).innerText()).toBe(await getSum(page).innerText());

    await page.getByRole("button", { name: "Add all to bag" }).click();
    await expect(page.getByText(/^\d+ pieces in your bag\.$/)).toBeVisible();
    const sum = /₹[\d.]+/.exec(await getSum(page).innerText())?.[0] ?? "";
    await page.goto("/cart");
    await expect(page.getByRole("main")).toContainText(sum);
  },
);

test(
  "on the page 'Lay the table' a piece is moved, turned, swapped, removed and added by keyboard (D96)",
  { tag: "@front" },
  async ({ page }) => {
    await open(page, BOARD_AND_BOWL);
    const piece = getBowl(page);
    await piece.focus();
    const previousTransform = (await piece.getAttribute("transform")) ?? "";
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await expect(piece).not.toHaveAttribute("transform", previousTransform);
    await page.getByRole("button", { name: "Turn" }).click();
    await expect(piece).toHaveAttribute("transform", /rotate\(90\)$/);
    expect(await findViolations(page, "main")).toEqual([]);
    const moved = (await piece.getAttribute("transform")) ?? "";
    await page.reload();
    await expect(piece).toHaveAttribute("transform", moved);
    await waitUntilAwake(page);

    const boards = getPieces(page).and(page.getByLabel(/Cheese Board/));
    const board = (await boards.first().getAttribute("aria-label")) ?? "";
    await boards.first().focus();
    await page.getByRole("button", { name: "Swap" }).click();
    await expect(getPieces(page).and(page.getByLabel(board, { exact: true }))).toHaveCount(0);
    const count = await getPieces(page).count();
    await piece.focus();
    await page.keyboard.press("Delete");
    await expect(getPieces(page)).toHaveCount(count - 1);
    await page.getByLabel("Add a piece").selectOption("Kinara Mango Tray with Rope Handles");
    await expect(getPieces(page)).toHaveCount(count);
  },
);

test(
  "on a phone the page 'Lay the table' shows the table in portrait format, and pieces can be dragged by finger",
  { tag: ["@front", "@long"] },
  async ({ browser, shop }) => {
    const context = await browser.newContext({ baseURL: shop.url, viewport: phone, hasTouch: true });
    const page = await context.newPage();
    await open(page, BOARD_AND_BOWL);
    const box = (await getTable(page).boundingBox())!;
    expect(box.height).toBeGreaterThan(box.width);
    const piece = getBowl(page);
    await piece.scrollIntoViewIfNeeded();
    const from = (await piece.boundingBox())!;
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    const client = await context.newCDPSession(page);
    const touch = (
      type: "touchStart" | "touchMove" | "touchEnd",
      ...touchPoints: { x: number; y: number }[]
    ) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", { x, y });
    await touch("touchMove", { x: x + 20, y: y + 60 });
    await touch("touchEnd");
    const to = (await piece.boundingBox())!;
    expect(to.y - from.y).toBeGreaterThan(40);
    await expect(page).not.toHaveURL(/lotus-fruit-bowl,100,50/);
    await expect(page.locator("html")).toHaveJSProperty("scrollWidth", phone.width);
    await context.close();
  },
);
