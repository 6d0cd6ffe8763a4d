import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { DAY, HOUR } from "#contract/time.ts";
import { generateCode } from "#platform/ids.ts";
import { drawTreeRing } from "#shop/orders/tree-ring.ts";
import { registerAndLogIn } from "../support/buyer.ts";
import { type PastOrder, writeHistory } from "../support/past-orders.ts";
import { readActualTexts, readPdfTexts } from "../support/read-pdf.ts";
import { waitForAlert } from "../support/alert.ts";
import { createRegularCustomer } from "../support/regular-customer.ts";
import { expect, phone, type Shop, test } from "../support/shop.ts";
import { storeSession } from "../support/visitors.ts";
import { expectUsable } from "./desk-page.ts";
import { links } from "#contract/links.ts";

/* §2.15: one order with everything about it, its invoice as a PDF file, and the request to cancel it. */

// With the embedded database the shop closes and opens again in each of them, to have its history written.
test.describe.configure({ timeout: 120_000 });

test(
  "every block of the order stands on its page (§2.15, D69, D71, D84, D91)",
  { tag: "@history" },
  async ({ page, shop }) => {
    await page.clock.install();
    const orderId = await openOrder(page, shop, { more: { notes: "Please ring twice." } });
    await expect(page.getByRole("heading", { level: 1, name: `Order ${orderId}` })).toBeVisible();
    const way = page.getByRole("navigation", { name: "Breadcrumb" });
    await expect(way.getByRole("link", { name: "Orders" })).toHaveAttribute("href", "/orders");

    await expect(getBox(page, "Invoice")).toContainText(orderId);
    await expect(getBox(page, "Invoice")).toContainText("₹961.82");
    await expect(getBox(page, "Customer info")).toContainText("Meera Shah");
    await expect(getBox(page, "Shipping address")).toContainText("14 Lake View Road");
    await expect(getBox(page, "Billing address")).toContainText("14 Lake View Road");
    await expect(getBox(page, "Payment info")).toContainText("CARD");
    await expect(getBox(page, "Your notes")).toContainText("Please ring twice.");
    await expect(page.getByRole("row", { name: /Roz Acacia Everyday Bowl/ })).toContainText("₹899.00");
    await expect(page.getByText("₹1060.82")).toBeVisible();
    await expect(page.getByText("Expected delivery:")).toBeVisible();
    const ring = page.getByRole("img", { name: /^Your tree ring, .* 2 of 4 rings have grown$/ });
    const drawn = await ring
      .locator("path")
      .evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
    const { paths, crack } = drawTreeRing(orderId);
    expect(new Set(drawn)).toEqual(new Set([...paths, crack]));
    await expect(page.locator(".completed", { hasText: "Completed" })).toBeVisible();
  },
);

test("a paid order has another invoice when its customer names a company, until it leaves (§2.14, D61)", async ({
  page,
  context,
  shop,
}) => {
  const customer = await createRegularCustomer(shop.url, `company.${Date.now()}`);
  const { paid } = customer.orders;
  await storeSession(context, customer);
  await page.setViewportSize(phone);
  await page.goto(links.orderDetails(paid));
  await page.getByRole("button", { name: "Change shipping address" }).click();
  const dialog = page.getByRole("dialog", { name: "Where should it go?" });
  await expect(dialog).toContainText("For another company you get a new invoice by mail");
  await dialog.getByRole("checkbox", { name: "I need an invoice for my company" }).check();
  await dialog.getByLabel("Company name").fill("Lake Café LLP");
  await dialog.getByLabel("Company address").fill("2 MG Road, Pune");
  await dialog.getByLabel("Tax code (GSTIN)").fill("27AAPFU0939F1ZV");
  await dialog.getByLabel("Company email").fill("books@lake.example");
  await expectUsable(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  const { output } = await shop.operator("orders", "show", paid);
  expect(output).toMatch(/Invoice to\s+Lake Café LLP/);
  expect(output).toMatch(/Invoice \S+ is cancelled, \S+ given\./);
  expect((await shop.operator("invoices", "audit")).output).toContain("The numbers have no gap.");
});

test(
  "the printer downloads the order's paper as a PDF (§2.15, D8, D69, D92)",
  { tag: "@history" },
  async ({ page, shop }) => {
    const contact = { firstName: "மீரா", lastName: "ஷா", email: "meera@example.com" };
    const orderId = await openOrder(page, shop, { more: { contact } });
    await expect(getBox(page, "Invoice")).toContainText("Maharashtra (27)");
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
  "a customer asks for a cancellation within a day, once (§2.15, §5, D68)",
  { tag: "@history" },
  async ({ page, shop }) => {
    const orderId = await openOrder(page, shop, { createdAt: new Date(Date.now() - 23 * HOUR) });
    await page.getByRole("button", { name: "Cancel Order" }).click();
    const dialog = page.getByRole("dialog", { name: "Are you sure you want to cancel this order?" });
    await expect(dialog.getByRole("link", { name: "refund policy" })).toHaveAttribute(
      "href",
      "/refund-policy",
    );
    await expect(dialog.getByText("Your request will be solved in 24 hours")).toBeVisible();
    await dialog.getByRole("button", { name: "Keep Order" }).click();
    await expect(dialog).toBeHidden();

    await page.getByRole("button", { name: "Cancel Order" }).click();
    await dialog.getByRole("checkbox", { name: "Found cheaper" }).check();
    await dialog.getByRole("checkbox", { name: "Other" }).check();
    await dialog.getByRole("textbox", { name: "Additional comments" }).fill("Sorry!");
    await dialog.getByRole("button", { name: "Cancel Order" }).click();
    await expect(page.getByText("Cancellation request submitted.")).toBeVisible();
    await expect(getFact(page, "Cancel status")).toHaveText("Pending");
    await expect(page.getByRole("button", { name: "Cancel Order" })).toBeHidden();
    const { output } = await shop.operator("orders", "show", orderId);
    expect(output).toContain("Found cheaper");
  },
);

test(
  "after a day the button says why it does nothing, and the shop refuses as well (§2.15, §5, D68)",
  { tag: "@history" },
  async ({ page, shop }) => {
    await openOrder(page, shop, { createdAt: new Date(Date.now() - DAY - HOUR) });
    const button = page.getByRole("button", { name: "Cancel Order" });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAttribute(
      "title",
      "Cancellation period expired. You can only cancel within 24 hours of order placement.",
    );
  },
);

test(
  "what an approved cancellation gives back stands on the page, and nothing can be cancelled twice (§2.15, §4, D68)",
  { tag: "@history" },
  async ({ page, shop }) => {
    await openOrder(page, shop, {
      status: "Cancelled",
      more: { cancellationStatus: "Approved", cancellationReasons: [], cancellationRequestedAt: new Date() },
    });
    await expect(getFact(page, "Cancel status")).toHaveText("Approved");
    await expect(getFact(page, "Refund amount")).toHaveText(/^₹\d+\.\d\d$/);
    await expect(page.getByRole("button", { name: "Cancel Order" })).toBeHidden();
  },
);

test(
  "the shop's refusal of a cancellation is said as an alert, and the order stays as it was (§8)",
  { tag: "@history" },
  async ({ page, shop }) => {
    const orderId = await openOrder(page, shop, {});
    await page.getByRole("button", { name: "Cancel Order" }).click();
    await shop.operator("orders", "set-status", orderId, "Delivered", "--yes");
    // The page behind has been notified; the question stays all the same.
    await expect(page.getByRole("button", { name: "Cancel Order", disabled: true })).toHaveCount(1);
    const alerted = waitForAlert(page);
    await page.getByRole("dialog").getByRole("button", { name: "Cancel Order" }).click();
    expect(await alerted).toBe("This order has been delivered and can no longer be cancelled.");
  },
);

test(
  "an order of someone else is not there, and one that cannot be fetched says so (§2.15, §8, D69, D71, D84, D91)",
  { tag: "@history" },
  async ({ page, shop, browser }) => {
    const orderId = await openOrder(page, shop, {});
    const stranger = await browser.newPage({ baseURL: shop.url });
    await stranger.goto(`/order-details/${orderId}`);
    await expect(stranger.getByText("Unauthorized! Please log in.")).toBeVisible();
    await registerAndLogIn(stranger, { firstName: "Ravi" });
    await stranger.goto(`/order-details/${orderId}`);
    await expect(stranger.getByText("No order details found.")).toBeVisible();
    await stranger.route("**/api/orders/*", (route) => route.fulfill({ status: 400, body: "no" }));
    await stranger.reload();
    await expect(stranger.getByText("Failed to fetch order details.")).toBeVisible();
    await stranger.close();
  },
);

async function openOrder(page: Page, shop: Shop, given: Partial<PastOrder>): Promise<string> {
  const { accountId } = await registerAndLogIn(page);
  const orderId = `TRV-${generateCode(6)}`;
  await writeHistory(shop, accountId, [{ orderId, createdAt: new Date(), ...given }]);
  await page.goto(`/order-details/${orderId}`);
  await expect(page.getByRole("heading", { name: "Invoice" })).toBeVisible();
  return orderId;
}

const getBox = (page: Page, title: string) =>
  page.locator("section", { has: page.getByRole("heading", { name: title, exact: true }) });

const getFact = (page: Page, label: string) =>
  page
    .locator("div", { has: page.getByRole("term").getByText(label, { exact: true }) })
    .last()
    .getByRole("definition");
