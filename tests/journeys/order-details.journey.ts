import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { generateCode } from "#platform/ids.ts";
import { drawTreeRing } from "#shop/orders/tree-ring.ts";
import { type PastOrder, writeHistory } from "../support/past-orders.ts";
import { readActualTexts, readPdfTexts } from "../support/read-pdf.ts";
import { expect, type Shop, test } from "../support/journey-shop.ts";
import { registerAndLogIn } from "../support/visitors.ts";

test("the order page shows its tree ring, and the invoice is downloaded as a PDF (§2.15, D8, D69, D71, D84, D91, D92)", async ({
  page,
  shop,
}) => {
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
});

test(
  "if the backend has no API call for invoices, the browser makes a PDF of the order (§1, §2.15, D69, D116)",
  { tag: "@long" },
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

async function openOrder(page: Page, shop: Shop, order: Partial<PastOrder>): Promise<string> {
  const { accountId } = await registerAndLogIn(page);
  const orderId = `TRV-${generateCode(6)}`;
  await writeHistory(shop, accountId, [{ orderId, createdAt: new Date(), ...order }]);
  await page.goto(`/order-details/${orderId}`);
  await expect(page.getByRole("heading", { name: "Invoice" })).toBeVisible();
  return orderId;
}
