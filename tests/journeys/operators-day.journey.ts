import { chmod, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { links } from "#contract/links.ts";
import { formatDate } from "#contract/dates.ts";
import { createKeyPair, formatIdentityFile } from "#platform/backup/encryption.ts";
import { openToOthers } from "#platform/storage/private-files.ts";
import { expect, phone, type Shop, test } from "../support/shop.ts";
import { createRegularCustomer, storeSession } from "../support/visitors.ts";

/* Plays the owner's day at the command line (docs/owners/operating.md), while a customer's page is open. */

test.describe.configure({ timeout: 120_000 });

const keys = await createKeyPair();
test.use({
  settings: { BACKUP_RECIPIENT: keys.recipient },
});

test(
  "the owner imports products, ships orders, approves a cancellation, refunds, makes reports, backs up and restores",
  { tag: "@long" },
  async ({ page, context, shop }) => {
    const type = createTerminal(shop);
    await test.step("the owner imports the catalogue", async () => {
      expect(await type("products", "import", "--yes")).toContain("The catalogue is in the shop.");
    });

    const customer = await createRegularCustomer(shop.url, "operators.day");
    const { paid, unpaid } = customer.orders;
    await storeSession(context, customer);

    await test.step("a paid order is shipped, and its page shows it", async () => {
      expect(await type("orders", "list", "--status", "Processing")).toContain(paid);
      await page.goto(links.orderDetails(paid));
      await expect(page.getByText("Your order is paid.")).toBeVisible();
      await type("orders", "dispatch", paid, "--courier", "Delhivery", "--number", "1234567890", "--yes");
      await expect(page.getByText("on its way with Delhivery, number 1234567890")).toBeVisible();
      await type("orders", "deliver", paid, "--yes");
      await expect(page.getByText("Your order has arrived.")).toBeVisible();
    });

    await test.step("a phone order is paid by the link in its mail", async () => {
      await payByPhoneLink(context, shop, "teak-soup-bowls-pair");
    });

    await test.step("another order is paid, and its customer requests a cancellation", async () => {
      await page.goto(links.orderDetails(unpaid));
      await payByCard(page);
      await page.getByRole("button", { name: "Cancel Order" }).click();
      const dialog = page.getByRole("dialog", { name: "Are you sure you want to cancel this order?" });
      await dialog.getByRole("checkbox", { name: "Found cheaper" }).check();
      await dialog.getByRole("button", { name: "Cancel Order" }).click();
      await expect(page.getByText(/Your order is on hold\. We'll reply by .+ tomorrow\./)).toBeVisible();
    });

    await test.step("the owner approves the cancellation, and the customer's page shows the refund", async () => {
      expect(await type("orders", "list", "--group", "to-answer")).toContain("Pending");
      const requested = await shop.operator("cancellations", "approve", unpaid);
      expect(requested).toMatchObject({ code: 1, output: expect.stringContaining("add --yes") });
      await expect(page.getByText(/Your order is on hold\. We'll reply by .+ tomorrow\./)).toBeVisible();
      await type("cancellations", "approve", unpaid, "--yes");
      await expect(page.getByText("will be refunded the way you paid.")).toBeVisible();
      await expect(page.getByText("Refunded", { exact: true })).toBeVisible();
    });

    await test.step("the reports of the month agree", async () => {
      const month = new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" }).slice(0, 7);
      const { rows, columns } = JSON.parse(await type("report", "sales", "--month", month, "--json")) as {
        rows: (string | number)[][];
        columns: string[];
      };
      const ofThisCustomer = rows.filter(([, , order]) => order === paid || order === unpaid);
      expect(ofThisCustomer.map(([, date, order]) => [date, order])).toEqual(
        [paid, unpaid, unpaid].map((order) => [formatDate(new Date()), order]),
      );
      const paidAmounts = ofThisCustomer.map((row) => Number(row[columns.indexOf("Paid")]));
      expect(paidAmounts[1]).toBeGreaterThan(0);
      expect(paidAmounts[2]).toBe(-(paidAmounts[1] ?? 0));
      // `check` reports differences in stock and gaps in the invoice numbers.
      expect((await shop.operator("check")).output).not.toMatch(/\bstock( of order \S+)?: |\bnumbers \S+/);
    });

    await test.step("other users cannot read the data folder (T32)", async () => {
      await fetch(`${shop.url}${await page.locator("img[src^='/pictures/']").first().getAttribute("src")}`);
      expect(await openIn(shop)).toEqual([]);
    });

    await test.step("a backup is created, verified and restored", async () => {
      const { file } = JSON.parse(await type("backup", "create", "--json")) as { file: string };
      expect(path.basename(file)).toMatch(/^taruva-[\d-]+\.backup\.gz\.age$/);
      const key = path.join(shop.dataDir, "backup.key");
      await writeFile(key, formatIdentityFile(keys, new Date()), { mode: 0o600 });
      expect(await type("backup", "verify", file, "--identity", key)).toContain("is complete.");
      const restore = () => shop.operator("backup", "restore", file, "--identity", key, "--yes");
      await type("orders", "note", paid, "Written after the backup.");
      expect((await restore()).output).toContain("The shop is open");
      await shop.kill();
      // The PostgreSQL server takes a moment to detect that the shop has disconnected.
      await expect.poll(async () => (await restore()).code, { timeout: 90_000 }).toBe(0);
      expect(await openIn(shop)).toEqual([]);
      await chmod(file, 0o644);
      await chmod(shop.dataDir, 0o755);
      await shop.open();
      expect(await openIn(shop)).toEqual([]);
      expect(await type("orders", "show", paid)).not.toContain("Written after the backup.");
      await page.goto(links.orderDetails(paid));
      await expect(page.getByText("Your order has arrived.")).toBeVisible();
    });
  },
);

async function openIn({ dataDir }: Shop): Promise<string[]> {
  const open = await openToOthers(dataDir);
  return open.map(({ file, mode }) => `${mode.toString(8)} ${path.relative(dataDir, file)}`);
}

/** Opens a signed link in a browser without scripts. */
async function pasteLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("textbox", { name: "Link from the mail" }).fill(link);
  await page.getByRole("button", { name: "Open" }).click();
}

/** Returns a link from the mails that the shop has saved as files. */
async function findLink(shop: Shop, link: RegExp): Promise<string> {
  const folder = path.join(shop.dataDir, "outbox");
  let foundLink = "";
  await expect
    .poll(async () => {
      // Skips files that are not completely written yet.
      for (const name of (await readdir(folder)).filter((each) => each.endsWith(".eml")))
        foundLink ||= link.exec(await readFile(path.join(folder, name), "utf8"))?.[1] ?? "";
      return foundLink;
    })
    .not.toBe("");
  return foundLink;
}

/** Returns a function that runs a command and fails if the command does. */
const createTerminal =
  (shop: Shop) =>
  async (...words: string[]): Promise<string> => {
    const { code, output } = await shop.operator(...words);
    expect(code, output).toBe(0);
    return output;
  };

/** Takes an order by phone. The customer pays without an account, a login or scripts. */
async function payByPhoneLink(context: BrowserContext, shop: Shop, product: string): Promise<void> {
  const contact = { email: "first.call@example.com", name: "Asha Patel", phone: "9876543210", city: "Pune" };
  const place = { street: "14 Lake View Road", state: "Maharashtra", pin: "411001", line: `${product}:1` };
  const options = Object.entries({ ...contact, ...place }).flatMap(([name, value]) => [`--${name}`, value]);
  expect(await shop.operator("orders", "take", ...options)).toMatchObject({
    code: 1,
    output: expect.stringContaining("Place this order? Nothing was done. To confirm, add --yes."),
  });
  const { output } = await shop.operator("orders", "take", ...options, "--yes", "--json");
  const { orderId } = JSON.parse(output) as { orderId: string };
  const { page, refused, close } = await openPlainPhone(context);
  await pasteLink(
    page,
    await findLink(shop, new RegExp(String.raw`Pay ₹\S+: (http\S+/pay-order#\S+\.${orderId}\.\d+)`)),
  );
  await page.getByRole("button", { name: "Pay now" }).click();
  await typeCard(page);
  await expect(page.frameLocator(PAYMENT_FRAME).getByText("Payment received")).toBeVisible();
  await page.getByRole("button", { name: "Check the payment" }).click();
  await expect(page.getByText("Payment received. Thank you!")).toBeVisible();
  await expect(page.locator("html")).toHaveJSProperty("scrollWidth", phone.width);
  await page.getByRole("button", { name: "Track your order" }).click();
  await expect(page.getByText("Your order is paid.")).toBeVisible();
  expect(refused).toEqual([]);
  await close();
}

/** Opens a browser of a phone's size without scripts, and records its console messages. */
async function openPlainPhone(context: BrowserContext) {
  const other = await context.browser()?.newContext({ viewport: phone, javaScriptEnabled: false });
  if (!other) throw new Error("no browser");
  const page = await other.newPage();
  const refused: string[] = [];
  page.on("console", (message) => refused.push(message.text()));
  return { page, refused, close: () => other.close() };
}

const PAYMENT_FRAME = "iframe[title='Pay Online']";

async function payByCard(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Pay now/ }).click();
  await typeCard(page);
  await expect(page.getByText("Your order is paid.")).toBeVisible();
}

async function typeCard(page: Page): Promise<void> {
  const payment = page.frameLocator(PAYMENT_FRAME);
  await payment.getByLabel(/card number/i).fill("4111 1111 1111 1111");
  await payment.getByLabel(/expiry/i).fill("12/39");
  await payment.getByLabel(/cvv|security code/i).fill("123");
  await payment.getByLabel(/name/i).fill("Meera Shah");
  // Without scripts the page shows both payment methods, one below the other.
  await payment
    .getByRole("button", { name: /^Pay ₹/ })
    .first()
    .click();
}
