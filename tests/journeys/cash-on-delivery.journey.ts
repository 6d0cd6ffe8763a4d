import { writeFile } from "node:fs/promises";
import path from "node:path";
import { links } from "#contract/links.ts";
import { findViolations } from "../screens/axe.ts";
import { waitForMail } from "../support/mailbox.ts";
import { expect, phone } from "../support/shop.ts";
import { testWithFolder } from "../support/own-folder.ts";
import { checkOut, getTextbox, openCheckout } from "./checkout-page.ts";
import { expectUsable, openDesk } from "./desk-page.ts";

/* An order that is paid in cash when it arrives, from the checkout to the door. */

const test = testWithFolder(async (folder) => {
  const rules = { cashOnDelivery: { upTo: 5000, notPins: ["56"] } };
  await writeFile(path.join(folder, "rules.json"), JSON.stringify(rules));
});
test.describe.configure({ timeout: 150_000 });

test("cash is chosen, confirmed by the link, collected at the door, and the open page follows", async ({
  page,
  shop,
}) => {
  const buyer = await openCheckout(page);
  const cash = page.getByRole("radio", { name: /^Pay in cash when it arrives/ });
  await expect(page.getByRole("radio", { name: /^Payment with card or UPI/ })).toBeChecked();
  await getTextbox(page, "Zip Code").fill("560001");
  await expect(page.getByText("Our courier collects no cash at this PIN code.")).toBeVisible();
  await expect(cash).toHaveCount(0);
  await getTextbox(page, "Zip Code").fill("395007");
  await cash.check();
  await page.getByRole("checkbox", { name: "This is a gift" }).check();
  await expect(page.getByText("A gift cannot be paid in cash")).toBeVisible();
  await page.getByRole("checkbox", { name: "This is a gift" }).uncheck();
  await cash.check();
  await expect(page.getByText("A gift cannot be paid in cash")).toHaveCount(0);
  for (const size of [{ width: 1280, height: 860 }, phone]) {
    await page.setViewportSize(size);
    expect.soft(await findViolations(page), `axe, ${size.width} px`).toEqual([]);
  }
  await page.reload();
  await expect(cash).toBeChecked();
  await checkOut(page);
  await expect(page).toHaveURL(/\/orders$/);
  await expect(page.getByText("Now confirm it with the link in our mail.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pay now/ })).toHaveCount(0);

  const mail = await waitForMail(shop, buyer.email, /^Please confirm order/);
  const orderId = /TRV-\w+/.exec(mail.subject)?.[0] ?? "";
  await page.goto(links.orderDetails(orderId));
  await expect(
    page.getByText(/Please confirm this order with the link in our mail by/).first(),
  ).toBeVisible();
  await expectUsable(page);

  const link = await page.context().newPage();
  await link.goto(/http\S*\/pay-order#\S+/.exec(mail.text)?.[0] ?? "");
  await expect(link.getByRole("heading", { name: orderId })).toBeVisible();
  await expectUsable(link);
  await link.getByRole("button", { name: "Confirm this order" }).click();
  await expect(link.getByText(/^Your order is confirmed\./)).toBeVisible();
  await expect(link.getByRole("button", { name: "Confirm this order" })).toHaveCount(0);

  await expect(page.getByText(/^Your order is confirmed\./).first()).toBeVisible();
  const due = page.getByText(/^To pay in cash when it arrives: ₹/);
  await expect(due).toBeVisible();
  const sum = (/₹([\d,.]+\d)/.exec((await due.textContent()) ?? "")?.[1] ?? "").replaceAll(",", "");
  expect((await shop.operator("orders", "pack")).output).toMatch(/₹\d+\.\d\d to collect/);
  await shop.operator("orders", "dispatch", orderId, "--courier", "Delhivery", "--number", "77", "--yes");
  await expect(page.getByText(/Your parcel is on its way with Delhivery/).first()).toBeVisible();
  await expect(due).toBeVisible();

  await link.getByRole("button", { name: "See how far it is" }).click();
  await expect(link.getByText(/^To pay in cash when it arrives: ₹/)).toBeVisible();
  await expectUsable(link);

  await shop.operator("orders", "deliver", orderId, "--yes");
  await expect(page.getByText("Your order has arrived.").first()).toBeVisible();
  await expect(due).toHaveCount(0);
  await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
  await expectUsable(page);

  await test.step("the courier's list of what it paid is given at the desk", async () => {
    const desk = await shop.desk("--as", "Asha");
    const owner = await page.context().newPage();
    await openDesk(owner, desk.address);
    await owner.goto(`${new URL(desk.address).origin}/orders`);
    await owner.getByRole("button", { name: "Couriers’ lists" }).click();
    const dialog = owner.getByRole("dialog", { name: "A courier’s list" });
    await dialog.getByLabel("What it says").selectOption("What was paid to you of cash at the door");
    await dialog.locator("input[type=file]").setInputFiles({
      name: "remittance.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`order,amount\n${orderId},${sum}\n`),
    });
    await dialog.getByLabel("As").fill("UTIBN62026112600123456");
    await expectUsable(owner);
    await dialog.getByRole("button", { name: "Note as paid" }).click();
    await expect(owner.getByRole("alertdialog")).toContainText(/of 1 order as paid to you by the courier/);
    await owner.getByRole("button", { name: "Yes, do it" }).click();
    await expect(dialog).toContainText("1 order settled");
    expect((await shop.operator("orders", "show", orderId)).output).toContain("UTIBN62026112600123456");
    await desk.close();
  });
});

test("the owner confirms an order in cash at the desk, and later marks it as not taken at the door", async ({
  page,
  shop,
}) => {
  await openCheckout(page);
  await page.getByRole("radio", { name: /^Pay in cash when it arrives/ }).check();
  await checkOut(page);
  await expect(page).toHaveURL(/\/orders$/);
  const { output: newest } = await shop.operator("orders", "list", "--limit", "1");
  const orderId = /TRV-\w+/.exec(newest)?.[0] ?? "";
  await page.goto(links.orderDetails(orderId));

  const desk = await shop.desk("--as", "Asha");
  const owner = await page.context().newPage();
  await openDesk(owner, desk.address);
  await owner.goto(`${new URL(desk.address).origin}/orders/${orderId}`);
  await expect(owner.getByText("To confirm", { exact: true })).toBeVisible();
  await owner.getByRole("button", { name: "Confirm for the customer" }).click();
  const form = owner.getByRole("dialog");
  await form.getByRole("button", { name: "Confirm for the customer" }).click();
  await expect(owner.getByText(/in cash when it arrives\? It gets its invoice/)).toBeVisible();
  await owner.getByRole("button", { name: "Yes, do it" }).click();
  await expect(owner.getByText("To pack", { exact: true })).toBeVisible();
  await expect(owner.getByText(`${orderId} is confirmed`, { exact: true })).toBeVisible();
  await expect(owner.getByText("To collect when it arrives")).toBeVisible();
  await expectUsable(owner);
  await expect(page.getByText(/^Your order is confirmed\./).first()).toBeVisible();

  await shop.operator("orders", "dispatch", orderId, "--courier", "Delhivery", "--number", "78", "--yes");
  await owner.getByRole("button", { name: "Not taken at the door" }).click();
  await form.getByLabel("Reason").fill("nobody at home");
  await expectUsable(owner);
  await form.getByRole("button", { name: "Not taken at the door" }).click();
  await expect(owner.getByText(/is not collected, a credit note takes the invoice back/)).toBeVisible();
  await owner.getByRole("button", { name: "Yes, do it" }).click();
  await expect(owner.getByText("Cancelled", { exact: true }).first()).toBeVisible();
  await expect(
    page.getByText(/^Your parcel came back to us, so this order was cancelled\./).first(),
  ).toBeVisible();
  await expectUsable(page);
});
