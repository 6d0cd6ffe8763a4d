import type { Page } from "@playwright/test";
import { findViolations } from "../screens/axe.ts";
import { readFile } from "node:fs/promises";
import { waitUntilAwake } from "../screens/steps.ts";
import { expect, phone, test } from "../support/shop.ts";

/* A table from above, laid with the shop's pieces to scale: beside the specification (D96). */

const getTable = (page: Page) => page.getByRole("group", { name: /^The table from above/ });
const getPieces = (page: Page) => getTable(page).getByRole("button");
const getSum = (page: Page) => page.getByRole("region", { name: "What it comes to" });

async function open(page: Page, hash = ""): Promise<void> {
  await page.goto(`/lay-the-table${hash}`);
  await waitUntilAwake(page);
  await expect(getPieces(page).first()).toBeVisible();
}

const expectNoViolations = async (page: Page): Promise<void> =>
  expect(await findViolations(page, "main")).toEqual([]);

test.describe("lay the table", { tag: "@front" }, () => {
  test("is laid for dinner for four at first, with photographs from above; other answers lay it anew", async ({
    page,
  }) => {
    await open(page);
    await expect(page).toHaveTitle(/^Lay the table/);
    await expect(getPieces(page).filter({ hasText: "" })).toHaveCount(11);
    await expect(getTable(page).locator("image")).not.toHaveCount(0);
    const dinner = await getSum(page).innerText();
    await page.getByRole("button", { name: "8 people" }).click();
    await page.getByRole("button", { name: "Chai" }).click();
    expect(await getSum(page).innerText()).not.toBe(dinner);
    await expect(page).toHaveURL(/#for=8&occasion=chai$/);
    await expectNoViolations(page);
  });

  test("by keyboard a piece is moved, swapped, turned and taken away; its address shows the same to others", async ({
    page,
    context,
  }) => {
    await open(page);
    const bowl = getPieces(page)
      .filter({ hasNotText: "x" })
      .and(page.getByLabel("Bageecha Large Mango Salad Bowl"));
    await bowl.focus();
    const before = await bowl.getAttribute("transform");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await expect(bowl).not.toHaveAttribute("transform", before ?? "");
    await page.getByRole("button", { name: "Turn" }).click();
    await expect(bowl).toHaveAttribute("transform", /rotate\(90\)$/);
    await expectNoViolations(page);

    const other = await context.newPage();
    await other.goto(page.url());
    await expect(getTable(other).getByLabel("Bageecha Large Mango Salad Bowl")).toHaveAttribute(
      "transform",
      (await bowl.getAttribute("transform")) ?? "",
    );

    const boards = getPieces(page).and(page.getByLabel(/Cheese Board/));
    await boards.first().focus();
    const board = await boards.first().getAttribute("aria-label");
    await page.getByRole("button", { name: "Swap" }).click();
    await expect(getPieces(page).and(page.getByLabel(board ?? "", { exact: true }))).toHaveCount(0);

    const count = await getPieces(page).count();
    await bowl.focus();
    await page.keyboard.press("Delete");
    await expect(getPieces(page)).toHaveCount(count - 1);
    await page.getByLabel("Add a piece").selectOption("Kinara Mango Tray with Rope Handles");
    await expect(getPieces(page)).toHaveCount(count);
  });

  test("all of it goes into the bag, with the sum that stands there", async ({ page }) => {
    await open(page, "#for=2&occasion=dinner");
    const pieces = await getPieces(page).count();
    await page.getByRole("button", { name: "Add all to bag" }).click();
    await expect(page.getByText(`${pieces} pieces in your bag.`)).toBeVisible();
    const sum = /₹[\d.]+/.exec(await getSum(page).innerText())?.[0] ?? "";
    await page.goto("/cart");
    await expect(page.getByRole("main")).toContainText(sum);
  });

  test("no more of a piece than there are is put into the bag, and it says so", async ({ page }) => {
    const three = Array.from(
      { length: 5 },
      (_, index) => `acacia-lotus-fruit-bowl,${20 + index * 30},60`,
    ).join(";");
    await open(page, `#for=4&occasion=dinner&pieces=${three}`);
    await page.getByRole("button", { name: "Add all to bag" }).click();
    await expect(page.getByText("There are not enough of: Kamal Acacia Lotus Fruit Bowl.")).toBeVisible();
    await expect(page.getByText("3 pieces in your bag.")).toBeVisible();
  });

  test("is passed on by its address", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page, "#for=2&occasion=chai");
    const said = page.waitForEvent("dialog");
    const sharing = page.getByRole("button", { name: "Share" }).click();
    const dialog = await said;
    expect(dialog.message()).toBe("Link copied to clipboard!");
    await dialog.accept();
    await sharing;
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /\/lay-the-table#for=2&occasion=chai$/,
    );
  });

  test("is saved as a picture", async ({ page }) => {
    await open(page);
    await expect(getTable(page).locator("image")).not.toHaveCount(0);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save the picture" }).click(),
    ]);
    const file = await readFile(await download.path());
    expect(file.subarray(1, 4).toString()).toBe("PNG");
    expect(file.length).toBeGreaterThan(100_000);
  });

  test("an address that makes no sense shows the first table, without the pieces that are not there", async ({
    page,
  }) => {
    await open(page, "#for=99&occasion=%00&");
    await expect(getPieces(page)).toHaveCount(11);
    await page.goto(
      "/lay-the-table#for=4&occasion=dinner&pieces=no-such-piece,10,10;acacia-everyday-bowl,60,60",
    );
    await expect(getPieces(page)).toHaveCount(1);
  });
});

test.describe("lay the table on a phone", { tag: "@front" }, () => {
  test.use({ viewport: phone, hasTouch: true });

  test("the table stands upright, and a finger drags a piece", async ({ page }) => {
    await open(page);
    const box = (await getTable(page).boundingBox())!;
    expect(box.height).toBeGreaterThan(box.width);
    const bowl = getTable(page).getByLabel("Bageecha Large Mango Salad Bowl");
    await bowl.scrollIntoViewIfNeeded();
    const from = (await bowl.boundingBox())!;
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    const client = await page.context().newCDPSession(page);
    const touch = (type: string, at?: { x: number; y: number }) =>
      client.send("Input.dispatchTouchEvent", { type: type as "touchStart", touchPoints: at ? [at] : [] });
    await touch("touchStart", { x, y });
    await touch("touchMove", { x: x + 20, y: y + 60 });
    await touch("touchEnd");
    const to = (await bowl.boundingBox())!;
    expect(to.y - from.y).toBeGreaterThan(40);
    await expect(page).toHaveURL(/pieces=/);
    await bowl.focus();
    await page.keyboard.press("Shift+ArrowDown");
    const lower = (await bowl.boundingBox())!;
    expect(lower.y).toBeGreaterThan(to.y + 5);
    await page.keyboard.press("Shift+ArrowRight");
    const further = (await bowl.boundingBox())!;
    expect(further.x).toBeGreaterThan(lower.x + 5);
    expect(further.y).toBeCloseTo(lower.y, 0);
    await expect(page.locator("html")).toHaveJSProperty("scrollWidth", phone.width);
  });
});
