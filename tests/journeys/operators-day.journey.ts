import { chmod, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { links } from "#contract/links.ts";
import { createKeyPair, formatIdentityFile } from "#platform/backup/encryption.ts";
import { openToOthers } from "#platform/storage/private-files.ts";
import { expect, phone, type Shop, test } from "../support/journey-shop.ts";
import { writePlainPng } from "../support/pictures.ts";
import { createRegularCustomer, storeSession } from "../support/visitors.ts";

const BOWL = "acacia-everyday-bowl";

const keys = await createKeyPair();
test.use({
  settings: { BACKUP_RECIPIENT: keys.recipient },
});

test(
  "the owner ships an order, takes an order by phone, backs up the shop and restores it at the command line",
  { tag: ["@long", "@embedded"] },
  async ({ page, context, shop }) => {
    const type = createTerminal(shop);
    const customer = await createRegularCustomer(shop.url, "operators.day");
    const { paid } = customer.orders;
    await storeSession(context, customer);

    await test.step("the owner ships a paid order, and the customer's order page shows the dispatch", async () => {
      expect(await type("orders", "list", "--status", "Processing")).toContain(paid);
      await page.goto(links.orderDetails(paid));
      await expect(page.getByText("Your order is paid.")).toBeVisible();
      await type("orders", "dispatch", paid, "--courier", "Delhivery", "--number", "1234567890", "--yes");
      await expect(page.getByText("on its way with Delhivery, number 1234567890")).toBeVisible();
      await type("orders", "deliver", paid, "--yes");
      await expect(page.getByText("Your order has arrived.")).toBeVisible();
    });

    await test.step("a customer pays an order by phone with the mailed link", async () => {
      await payByPhoneLink(context, shop, "teak-soup-bowls-pair");
    });

    await test.step("other users of the machine cannot read the data folder (T32)", async () => {
      await fetch(`${shop.url}${await page.locator("img[src^='/pictures/']").first().getAttribute("src")}`);
      expect(await openIn(shop)).toEqual([]);
    });

    await test.step("a backup is created, verified and restored", async () => {
      const photograph = path.join(shop.dataDir, "photograph.png");
      await writeFile(photograph, writePlainPng(1_200, 1_200), { mode: 0o600 });
      const added = await type("products", "pictures", BOWL, "--add", photograph, "--json");
      const [, name = "", hash = ""] = /(acacia-everyday-bowl-([0-9a-f]{8}))\.jpg/.exec(added) ?? [];
      const { file } = JSON.parse(await type("backup", "create", "--json")) as { file: string };
      expect(path.basename(file)).toMatch(/^taruva-[\d-]+\.backup\.gz\.age$/);
      const key = path.join(shop.dataDir, "backup.key");
      await writeFile(key, formatIdentityFile(keys, new Date()), { mode: 0o600 });
      expect(await type("backup", "verify", file, "--identity", key)).toContain("The backup is complete.");
      const restore = () => shop.operator("backup", "restore", file, "--identity", key, "--yes");
      await type("orders", "note", paid, "Written after the backup.");
      expect((await restore()).output).toContain("The shop is open");
      await shop.kill();
      // The restore is refused until PostgreSQL has noticed that the shop has disconnected.
      for (const lost of ["uploads", "pictures"])
        await rm(path.join(shop.dataDir, lost), { recursive: true, force: true });
      await expect.poll(async () => (await restore()).code, { timeout: 90_000 }).toBe(0);
      expect(await openIn(shop)).toEqual([]);
      await chmod(file, 0o644);
      await chmod(shop.dataDir, 0o755);
      await shop.open();
      expect(await openIn(shop)).toEqual([]);
      expect(await type("orders", "show", paid)).not.toContain("Written after the backup.");
      const picture = await fetch(`${shop.url}/pictures/products/${name}.${hash}.320.webp`);
      expect(picture.status).toBe(200);
      await page.goto(links.orderDetails(paid));
      await expect(page.getByText("Your order has arrived.")).toBeVisible();
    });
  },
);

async function openIn({ dataDir }: Shop): Promise<string[]> {
  const open = await openToOthers(dataDir);
  return open.map(({ file, mode }) => `${mode.toString(8)} ${path.relative(dataDir, file)}`);
}

const createTerminal =
  (shop: Shop) =>
  async (...words: string[]): Promise<string> => {
    const { code, output } = await shop.operator(...words);
    expect(code, output).toBe(0);
    return output;
  };

/** Takes an order by phone. The customer pays with the link, without an account and without scripts. */
async function payByPhoneLink(context: BrowserContext, shop: Shop, product: string): Promise<void> {
  const contact = { email: "first.call@example.com", name: "Asha Patel", phone: "9876543210", city: "Pune" };
  const place = { street: "14 Lake View Road", state: "Maharashtra", pin: "411001", line: `${product}:1` };
  const options = Object.entries({ ...contact, ...place }).flatMap(([name, value]) => [`--${name}`, value]);
  expect(await shop.operator("orders", "take", ...options)).toMatchObject({
    code: 1,
    output: expect.stringContaining("Place this order? Nothing was done. To confirm, add --yes."),
  });
  const { output } = await shop.operator("orders", "take", ...options, "--yes", "--json");
  const { paymentLink } = JSON.parse(output) as { paymentLink: string };
  const other = await context.browser()?.newContext({ viewport: phone, javaScriptEnabled: false });
  if (!other) throw new Error("no browser");
  const page = await other.newPage();
  const refused: string[] = [];
  page.on("console", (message) => refused.push(message.text()));
  await page.goto(paymentLink);
  await page.getByRole("textbox", { name: "Link from the e-mail" }).fill(paymentLink);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("button", { name: "Pay now" }).click();
  await typeCard(page);
  await expect(page.frameLocator(PAYMENT_FRAME).getByText("Payment received")).toBeVisible();
  await page.getByRole("button", { name: "Check the payment" }).click();
  await expect(page.getByText("Payment received. Thank you!")).toBeVisible();
  await expect(page.locator("html")).toHaveJSProperty("scrollWidth", phone.width);
  await page.getByRole("button", { name: "Track your order" }).click();
  await expect(page.getByText("Your order is paid.")).toBeVisible();
  expect(refused).toEqual([]);
  await other.close();
}

const PAYMENT_FRAME = "iframe[title='Pay Online']";

async function typeCard(page: Page): Promise<void> {
  const payment = page.frameLocator(PAYMENT_FRAME);
  await payment.getByLabel(/card number/i).fill("4111 1111 1111 1111");
  await payment.getByLabel(/expiry/i).fill("12/39");
  await payment.getByLabel(/cvv|security code/i).fill("123");
  await payment.getByLabel(/name/i).fill("Meera Shah");
  // A page without JavaScript shows both payment methods, one below the other.
  await payment
    .getByRole("button", { name: /^Pay ₹/ })
    .first()
    .click();
}
