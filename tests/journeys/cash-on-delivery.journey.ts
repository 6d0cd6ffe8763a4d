import { links } from "#contract/links.ts";
import { expect, test } from "../support/journey-shop.ts";
import { waitForMail } from "../support/visitors.ts";
import { checkOut, getTextbox, openCheckout } from "./checkout-page.ts";
import { expectUsable } from "./desk-page.ts";

// The shared shop does not offer cash on delivery. Different settings give this test its own shop.
test.use({ settings: { MAIL_TO: "owner-with-cash@example.com" } });

test.beforeEach(async ({ shop }) => {
  const rules = ["--cash-up-to", "5000", "--cash-not-pins", "56"];
  const { code, output } = await shop.operator("rules", ...rules, "--yes");
  expect(code, output).toBe(0);
});

test(
  "a customer orders with cash on delivery, confirms by mail and pays on delivery",
  { tag: "@long" },
  async ({ page, shop }) => {
    const buyer = await openCheckout(page);
    const cash = page.getByRole("radio", { name: /^Pay in cash when it arrives/ });
    await test.step("cash on delivery is offered where the courier collects cash, but not for a gift", async () => {
      await expect(page.getByRole("radio", { name: /^Payment with card or UPI/ })).toBeChecked();
      await getTextbox(page, "Zip Code").fill("560001");
      await expect(page.getByText("Cash on delivery is not available at this PIN.")).toBeVisible();
      await expect(cash).toHaveCount(0);
      await getTextbox(page, "Zip Code").fill("395007");
      await cash.check();
      await page.getByRole("checkbox", { name: "This is a gift" }).check();
      await expect(page.getByText("Cash on delivery is not available for gifts")).toBeVisible();
      await page.getByRole("checkbox", { name: "This is a gift" }).uncheck();
      await cash.check();
      await expect(page.getByText("Cash on delivery is not available for gifts")).toHaveCount(0);
      await expectUsable(page);
      await page.reload();
      await expect(cash).toBeChecked();
    });
    await checkOut(page);
    await expect(page).toHaveURL(/\/orders$/);
    await expect(
      page.getByText("Please confirm your order with the link in our e-mail.").first(),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: /^Pay now/ })).toHaveCount(0);

    const mail = await waitForMail(shop, buyer.email, /^Please confirm order/);
    const orderId = /TRV-\w+/.exec(mail.subject)?.[0] ?? "";
    await page.goto(links.orderDetails(orderId));
    await expect(
      page.getByText(/Please confirm this order with the link in our e-mail by/).first(),
    ).toBeVisible();
    await expectUsable(page);

    const link = await page.context().newPage();
    await test.step("the mailed link confirms the cash order, and the open order page shows that it is confirmed", async () => {
      await link.goto(/http\S*\/pay-order#\S+/.exec(mail.text)?.[0] ?? "");
      await expect(link.getByRole("heading", { name: orderId })).toBeVisible();
      await expectUsable(link);
      await link.getByRole("button", { name: "Confirm this order" }).click();
      await expect(link.getByText(/^Your order is confirmed\./)).toBeVisible();
      await expect(link.getByRole("button", { name: "Confirm this order" })).toHaveCount(0);
      await expect(page.getByText(/^Your order is confirmed\./).first()).toBeVisible();
    });

    const due = page.getByText(/^To pay in cash on delivery: ₹/);
    await expect(due).toBeVisible();
    await test.step("the cash amount of the order is due until the parcel is delivered", async () => {
      expect((await shop.operator("orders", "pack")).output).toMatch(/₹[\d,]+\.\d\d to collect/);
      await shop.operator("orders", "dispatch", orderId, "--courier", "Delhivery", "--number", "77", "--yes");
      await expect(page.getByText(/Your parcel is on its way with Delhivery/).first()).toBeVisible();
      await expect(due).toBeVisible();
      await link.getByRole("button", { name: "Track your order" }).click();
      await expect(link.getByText(/^To pay in cash on delivery: ₹/)).toBeVisible();
      await expectUsable(link);
      await shop.operator("orders", "deliver", orderId, "--yes");
      await expect(page.getByText("Your order has arrived.").first()).toBeVisible();
      await expect(due).toHaveCount(0);
      await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
      await expectUsable(page);
    });
  },
);
