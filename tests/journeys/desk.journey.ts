import { chmod, readFile } from "node:fs/promises";
import { openToOthers } from "#platform/storage/private-files.ts";
import { expect, phone, test } from "../support/journey-shop.ts";
import { createRegularCustomer } from "../support/visitors.ts";
import { chooseOrder, expectUsable, findInPalette, openDesk } from "./desk-page.ts";

test("the owner opens the desk with a link that works once, runs commands, and sees when the shop is down", async ({
  page,
  shop,
  browser,
}) => {
  const { orders } = await createRegularCustomer(shop.url, `desk.${Date.now()}`);
  const desk = await shop.desk("--as", "Asha");
  const { origin } = new URL(desk.address);
  await page.goto(desk.address);
  await expect(page.getByRole("navigation", { name: "Desk" })).toBeVisible();
  expect(page.url()).not.toContain("#");

  await test.step("a used sign-in link does not work, and a new one signs in another browser", async () => {
    const other = await browser.newContext();
    const thief = await other.newPage();
    await thief.goto(desk.address);
    await expect(
      thief.getByText(
        "This sign-in link was already used or has expired. In the desk's terminal, press Enter for a new link.",
      ),
    ).toBeVisible();
    await expect(thief.getByRole("navigation")).toHaveCount(0);
    await thief.goto(await desk.again());
    await expect(thief.getByRole("navigation", { name: "Desk" })).toBeVisible();
    await other.close();
  });

  await test.step("the screen Today lists the order, and the search dialog finds it by its number; its link leads back to the list", async () => {
    await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
    await expect(page.getByRole("link", { name: orders.paid, exact: true })).toBeVisible();
    await expectUsable(page);
    await findInPalette(page, orders.paid, orders.paid);
    await expect(page.getByRole("heading", { name: orders.paid, level: 1 })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Orders", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Orders", level: 1 })).toBeVisible();
  });

  await test.step("the owner finds an action by search, chooses its order, and the action runs on the order's screen", async () => {
    await findInPalette(page, "note customer never sees", "Add a note to an order");
    await chooseOrder(page, orders.paid);
    await page.getByRole("textbox", { name: "Your note" }).fill(`<img src=x onerror="alert(1)"> & "wrap it"`);
    await page.getByRole("button", { name: "Save the note" }).click();
    await expect(page.getByText(`The note was saved with ${orders.paid}.`)).toBeVisible();
    await expectUsable(page);
    await findInPalette(page, "cancel some of its pieces", "Cancel an order");
    await chooseOrder(page, orders.unpaid);
    const dialog = page.getByRole("dialog", { name: `Cancel the order: ${orders.unpaid}` });
    await dialog.getByLabel("Reason").fill("the last piece cracked");
    await expect(dialog).toContainText(`Cancel ${orders.unpaid} of `);
    expect((await shop.operator("orders", "show", orders.unpaid)).output).toContain("Pending");
    await dialog.getByRole("button", { name: "Cancel the order" }).click();
    await expect(page.getByText(`${orders.unpaid} was cancelled.`)).toBeVisible();
  });

  await test.step("HTML in a note is shown as text, and the log names the user", async () => {
    await page.goto(`${origin}/do/orders/show?orderId=${orders.paid}`);
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByText('<img src=x onerror="alert(1)"> & "wrap it"')).toBeVisible();
    const { output } = await shop.operator("audit", "--of", "operators");
    expect(output).toMatch(/Asha \(operator \S+\) +orders cancel .+desk of the owner/);
  });

  await test.step("a file written by a command has a name without a folder, and is downloaded", async () => {
    await findInPalette(page, "export", "Export a list");
    await page.getByRole("combobox", { name: "What" }).selectOption("orders");
    const name = page.getByLabel("File");
    await expect(page.locator("input[type=file]")).toHaveCount(0);
    await name.fill("../orders.csv");
    await page.getByRole("button", { name: "Do it" }).click();
    expect(await name.evaluate((field: HTMLInputElement) => field.validity.patternMismatch)).toBe(true);
    await name.fill("all-orders.csv");
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Do it" }).click();
    await page.getByRole("button", { name: "all-orders.csv" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("all-orders.csv");
    expect(await readFile(await download.path(), "utf8")).toContain("Order,Placed,Status");
  });

  for (const screen of ["/commands", "/tasks"]) {
    await page.goto(origin + screen);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectUsable(page);
  }

  await test.step("the desk shows when the shop or the desk is unavailable", async () => {
    await shop.kill();
    await expect(page.getByText("The shop is not running.")).toBeVisible();
    await chmod(shop.dataDir, 0o755);
    await shop.open();
    expect(await openToOthers(shop.dataDir), "files that other users of the machine can open (T32)").toEqual(
      [],
    );
    await expect(page.getByText("The shop is not running.")).toHaveCount(0);
    await desk.close();
    await expect(page.getByText("The desk is not responding.")).toBeVisible();
  });
});

test.describe(() => {
  test.use({ viewport: phone, hasTouch: true });

  test(
    "the desk's menu on a phone has its less used entries under 'More'",
    { tag: ["@long", "@front"] },
    async ({ page, shop }) => {
      await openDesk(page, shop);
      const menu = page.getByRole("navigation", { name: "Desk" });
      const more = menu.getByRole("button", { name: "More" });
      const books = menu.getByRole("link", { name: "Books" });
      await expect(menu.getByRole("link")).toHaveCount(4);
      await more.click();
      await expect(books).toBeInViewport();
      await expectUsable(page);
      await page.keyboard.press("Escape");
      await expect(books).toBeHidden();
      await more.click();
      await books.click();
      await expect(page.getByRole("heading", { name: "Books", level: 1 })).toBeVisible();
      await expect(books).toBeHidden();
      await more.click();
      await expect(books).toHaveAttribute("aria-current", "page");
    },
  );
});
