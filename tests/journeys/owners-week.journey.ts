import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { toIsoDay } from "#contract/dates.ts";
import type { GstReturn } from "#shop/invoices/server/gst-return/gst-return.ts";
import { flattenRecomputed, flattenReturn, recomputeBooks } from "../support/recompute-books.ts";
import { sampleSeller } from "../support/samples.ts";
import { expect, phone, testWithFolder } from "../support/journey-shop.ts";
import { registerBuyer } from "../support/visitors.ts";
import { expectUsable, findYes, openDesk } from "./desk-page.ts";

const ownFiles: Readonly<Record<string, unknown>> = {
  "products.json": [],
  "seller.json": {
    ...sampleSeller,
    tradeName: "Mitti",
    legalName: "Mitti Wood LLP",
    email: "hello@mitti.test",
    grievanceOfficer: { ...sampleSeller.grievanceOfficer, email: "asha@mitti.test" },
    socialLinks: [],
    taxRates: { cgst: 9, sgst: 9 },
    coupon: { name: "#HELLO", percent: 5, from: 1_000 },
  },
  "taxes.json": { rates: [{ hsn: "4419", rate: 5 }] },
  "rules.json": { cancelWithinHours: 48, returnWithinDays: 10, shippingFee: 60, freeShippingFrom: 1_000 },
};

const test = testWithFolder(async (folder) => {
  for (const [file, content] of Object.entries(ownFiles))
    await writeFile(path.join(folder, file), JSON.stringify(content));
});

test(
  "the owner of a new shop adds products, decides cancellations and returns at the desk, and the accounts add up",
  { tag: "@long" },
  async ({ page, shop }) => {
    const origin = await openDesk(page, shop);
    await addProduct(page, origin, { title: "Breakfast Tray", price: "1499", kind: "Tray" });
    await addProduct(page, origin, { title: "Tissue Box", price: "649", kind: "Tissue Box" });
    expect(await (await fetch(`${shop.url}/products`)).text()).toContain("Breakfast Tray");
    // Products with this HSN code have their own tax rate. The tissue box has the shop's default rate of 18 %.
    await shop.operator("products", "set", "breakfast-tray", "--hsn", "4419", "--yes");

    const buyer = await registerBuyer(shop.url, `week.${Date.now()}`);
    const buy = async (productId: string) => {
      const orderId = await buyer.order(productId, 1);
      await buyer.pay(orderId);
      return orderId;
    };
    const agreed = await buy("breakfast-tray");
    const declined = await buy("tissue-box");
    const waiting = await buy("breakfast-tray");
    const returned = await buy("tissue-box");
    const cracked = await buy("breakfast-tray");
    const paid = [agreed, declined, waiting, returned, cracked];

    await test.step("the owner approves one cancellation request, declines another, and sees a third on Today", async () => {
      for (const orderId of [agreed, declined, waiting])
        await buyer.ask(`${orderId}/cancel`, { reasons: ["Found cheaper"], comments: "" });
      await page.goto(`${origin}/orders/${agreed}`);
      await act(page, "Approve and refund");
      await expect(page.getByText("Cancelled").first()).toBeVisible();
      await page.goto(`${origin}/orders/${declined}`);
      await act(page, "Decline cancellation", { "Message to the customer": "Your box is packed already." });
      await page.goto(origin);
      await expect(page.getByRole("link", { name: waiting })).toBeVisible();
      await expect(page.getByText(/orders to pack/)).toBeVisible();
      await expectUsable(page);
    });

    await test.step("the owner corrects an address and writes a note", async () => {
      await page.goto(`${origin}/orders/${cracked}`);
      await page.getByRole("button", { name: "Correct the address" }).click();
      await page.getByRole("dialog").getByLabel("Street").fill("14 Lake View Road");
      await page.getByRole("dialog").getByRole("button", { name: "Correct the address" }).click();
      await expect(page.getByText("14 Lake View Road").first()).toBeVisible();
      await page.getByLabel("Your note").fill("Ring the bell twice.");
      await page.getByRole("button", { name: "Save the note" }).click();
      await expect(page.getByText("Ring the bell twice.")).toBeVisible();
    });

    await test.step("a return is accepted, received, restocked and refunded, and a cracked piece is refunded in part", async () => {
      for (const orderId of [returned, cracked]) {
        await shop.operator("orders", "dispatch", orderId, "--courier", "DTDC", "--number", "7", "--yes");
        await shop.operator("orders", "deliver", orderId, "--yes");
      }
      const pieces = [{ productId: "tissue-box", quantity: 1 }];
      await buyer.ask(`${returned}/return`, { reasons: ["Other"], comments: "Too large.", pieces });
      await page.goto(`${origin}/orders/${returned}`);
      await act(page, "Accept the return");
      await page.getByRole("button", { name: "Received: refund now" }).click();
      await page.getByRole("checkbox", { name: "Put back in stock", exact: true }).check();
      await answerBelow(page, "Refund");
      await expect(page.getByRole("button", { name: /Credit note/ })).toBeVisible();
      await page.goto(`${origin}/orders/${cracked}`);
      await page.getByRole("button", { name: "Refund", exact: true }).click();
      await page.getByRole("button", { name: "An amount" }).click();
      await page.getByLabel("Amount").fill("150");
      await page.getByLabel("Reason").fill("a crack");
      await expectUncovered(page, /^Refund ₹150\.00 of/, /^Refund ₹150\.00$/);
      await answerBelow(page, "Refund");
      await expect(page.getByText(/₹150.00 is refunded to the customer/)).toBeVisible();
    });

    await test.step("the month's accounts contain all orders and refunds, and agree with the database", async () => {
      await page.goto(`${origin}/books`);
      await page.getByRole("button", { name: "Make GSTR-1" }).click();
      await expect(page.getByRole("button", { name: /gstr1.*json/ })).toBeVisible();
      const month = toIsoDay(new Date()).slice(0, 7);
      const read = async (...words: string[]) =>
        JSON.parse((await shop.operator("report", ...words, "--month", month, "--json")).output) as unknown;
      // Each order has a row for its invoice. The cancelled, returned and damaged orders also have a credit note.
      const { rows } = (await read("sales")) as { rows: unknown[] };
      expect(rows).toHaveLength(paid.length + 3);
      // `check` reports differences in stock and gaps in the invoice numbers.
      expect((await shop.operator("check")).output).not.toMatch(/\bstock( of order \S+)?: |\bnumbers \S+/);
      const { gstr1 } = (await read("gstr1")) as { gstr1: GstReturn };
      const again = await shop.withDatabase((db) => recomputeBooks({ db }, month));
      expect(again.some(({ rate }) => rate === 5) && again.some(({ rate }) => rate === 18)).toBe(true);
      expect(flattenReturn(gstr1)).toEqual(flattenRecomputed(again));
    });
  },
);

/** On a phone and a laptop, the whole question is visible above the button that confirms it. */
async function expectUncovered(page: Page, question: RegExp, button: RegExp): Promise<void> {
  const dialog = page.getByRole("dialog");
  for (const size of [phone, { width: 1280, height: 720 }]) {
    await page.setViewportSize(size);
    await expect(dialog.getByText(question)).toBeInViewport({ ratio: 1 });
    const text = await dialog.getByText(question).boundingBox();
    const below = await dialog.getByRole("button", { name: button }).boundingBox();
    expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  }
}

/** Submits the open form. If the desk then asks for confirmation, answers Yes. */
async function answerBelow(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  const yes = findYes(page);
  // The button of a refund also shows the amount.
  await dialog.getByRole("button", { name: new RegExp(`^${name}(,? (refund )?₹|$)`) }).click();
  await expect(async () => {
    if (await yes.isVisible()) await yes.click();
    await expect(dialog).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
}

async function act(page: Page, name: string, fields: Record<string, string> = {}): Promise<void> {
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: new RegExp(`^${name}( ₹|$)`) }).click();
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text);
  await answerBelow(page, name);
}

async function addProduct(page: Page, origin: string, facts: { title: string; price: string; kind: string }) {
  await page.goto(`${origin}/products/new`);
  await page.getByLabel("Title").fill(facts.title);
  await page
    .locator("input[type=file]")
    .setInputFiles(path.join(import.meta.dirname, "../../catalogue/products/teak-tissue-box-1.jpg"));
  await page.getByLabel("Price").fill(facts.price);
  await page.getByRole("combobox", { name: "Category", exact: true }).fill("Serveware");
  await page.getByRole("combobox", { name: "Product type" }).fill(facts.kind);
  await page.getByLabel("Woods").fill("Teak wood");
  await page.getByRole("combobox", { name: "HSN" }).fill("4420");
  await page.getByLabel("Description").fill(`Our own ${facts.title.toLowerCase()}.`);
  await page.getByRole("button", { name: "Add the product" }).click();
  await expect(page.getByRole("heading", { name: facts.title, level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Show in the shop" }).click();
  await expect(page.getByRole("link", { name: "View in the shop" })).toBeVisible();
}
