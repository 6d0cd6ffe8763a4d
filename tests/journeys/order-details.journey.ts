import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { HOUR } from "#contract/time.ts";
import { generateCode } from "#platform/ids.ts";
import { drawTreeRing } from "#shop/orders/tree-ring.ts";
import { type PastOrder, writeHistory } from "../support/past-orders.ts";
import { readActualTexts, readPdfTexts } from "../support/read-pdf.ts";
import { expect, type Shop, test } from "../support/journey-shop.ts";
import { registerAndLogIn } from "../support/visitors.ts";

test(
  "the order page shows its tree ring, and the invoice is downloaded as a PDF (§2.15, D8, D69, D71, D84, D91, D92)",
  { tag: "@history" },
  async ({ page, shop }) => {
    const contact = { firstName: "மீரா", lastName: "ஷா", email: "meera@example.com" };
    const orderId = await openOrder(page, shop, { more: { contact } });
    await expect(page.getByRole("heading", { level: 1, name: `Order ${orderId}` })).toBeVisible();
    const drawn = await page
      .getByRole("img", { name: /^Your tree ring, .* 2 of 4 rings have grown$/ })
      .locator("path")
      .evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
    const { paths, crack } = drawTreeRing(orderId);
    expect(new Set(drawn)).toEqual(new Set([...paths, crack]));

    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download invoice (PDF)" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe(`${orderId}.pdf`);
    const paper = await readFile(await file.path());
    const whole = (await readPdfTexts(paper)).join(" ") + readActualTexts(paper);
    for (const words of [
      "Order summary",
      orderId,
      "Ship to",
      "ராஷா",
      "Place of supply Maharashtra (27)",
      "Page 1 of 1",
    ])
      expect(whole).toContain(words);
  },
);

test(
  "if the backend has no API call for invoices, the browser makes a PDF of the order (§1, §2.15, D69, D116)",
  { tag: ["@history", "@long"] },
  async ({ page, shop }) => {
    const contact = { firstName: "மீரா", lastName: "ஷா", email: "meera@example.com" };
    const orderId = await openOrder(page, shop, { more: { contact } });
    await page.route("**/papers/invoice", (route) => route.fulfill({ status: 404, body: "Cannot GET" }));
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download invoice (PDF)" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe(`${orderId}.pdf`);
    const text = (await readPdfTexts(await readFile(await file.path()))).join(" ");
    for (const words of [
      orderId,
      "Bill to",
      "Ship to",
      "Quantity",
      "Grand total",
      "Payment method",
      "Thank you",
    ])
      expect(text).toContain(words);
  },
);

test(
  "a customer requests a cancellation within a day, and the owner reads the reason (§2.15, §5, D68)",
  { tag: "@history" },
  async ({ page, shop }) => {
    const orderId = await openOrder(page, shop, { createdAt: new Date(Date.now() - 23 * HOUR) });
    await page.getByRole("button", { name: "Cancel Order" }).click();
    const dialog = page.getByRole("dialog", { name: "Are you sure you want to cancel this order?" });
    await dialog.getByRole("checkbox", { name: "Found cheaper" }).check();
    await dialog.getByRole("textbox", { name: "Additional comments" }).fill("Sorry!");
    await dialog.getByRole("button", { name: "Cancel Order" }).click();
    await expect(page.getByText("Cancellation request submitted.")).toBeVisible();
    await expect(page.locator("div", { hasText: /^Cancel status/ }).last()).toContainText("Pending");
    await expect(page.getByRole("button", { name: "Cancel Order" })).toBeHidden();
    const { output } = await shop.operator("orders", "show", orderId);
    expect(output).toContain("Found cheaper");
  },
);

async function openOrder(page: Page, shop: Shop, order: Partial<PastOrder>): Promise<string> {
  const { accountId } = await registerAndLogIn(page);
  const orderId = `TRV-${generateCode(6)}`;
  await writeHistory(shop, accountId, [{ orderId, createdAt: new Date(), ...order }]);
  await page.goto(`/order-details/${orderId}`);
  await expect(page.getByRole("heading", { name: "Invoice" })).toBeVisible();
  return orderId;
}
