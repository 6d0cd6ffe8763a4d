import type { Page } from "@playwright/test";
import { registerAndLogIn, placeOrder } from "../support/buyer.ts";
import { expect, test } from "../support/shop.ts";

/* Each card and UPI id of the test provider in its window (security §6, D60), and what the page of the orders makes of it. */

// One of them pays 20 seconds later.
test.describe.configure({ timeout: 180_000 });

test(
  "every test card and UPI id does what it says beside it (§2.8, D60, D102)",
  { tag: "@front" },
  async ({ page }) => {
    await registerAndLogIn(page);
    const order = () => placeOrder(page, { productId: "acacia-everyday-bowl", quantity: 1 });
    const late = await order();
    const [slow, shuffled, lost] = [await order(), await order(), await order()];
    await page.goto("/orders");

    await test.step("pays later: the order waits, and changes by itself while others are paid", async () => {
      await payByCard(page, late, "4000 0000 0000 0119");
      await expect(getFrame(page)).toBeHidden();
      await expect(page.getByText("Your bank may still be working on this payment.")).toBeVisible();
      await expect(getRow(page, late)).toContainText("Pending");
      await page.getByRole("button", { name: `Pay now for order ${late}` }).click();
      await expect(
        page.getByRole("dialog").getByRole("button", { name: "I left that payment: pay again" }),
      ).toBeVisible();
      await page.getByRole("dialog", { name: "Pay Online" }).getByRole("button", { name: "Close" }).click();
    });

    await test.step("closed without paying it is said, and so is when the order expires (D102)", async () => {
      await openWindow(page, slow);
      await page.getByRole("dialog", { name: "Pay Online" }).getByRole("button", { name: "Close" }).click();
      await expect(page.getByText("This order is not paid yet.")).toBeVisible();
      await expect(getRow(page, slow)).toContainText(/Pay by .* to keep it/);
    });

    await test.step("declined by card and by UPI, then refused at the one-time password", async () => {
      await openWindow(page, slow);
      for (const [number, words] of [
        ["4000 0000 0000 0002", "The card was declined."],
        ["4000 0000 0000 9995", "The card has insufficient funds."],
      ] as const) {
        await fillCard(page, number);
        await expect(getFrameContent(page).getByRole("alert")).toContainText(words);
      }
      await getFrameContent(page).getByRole("tab", { name: "Card" }).focus();
      await page.keyboard.press("ArrowRight");
      await expect(getFrameContent(page).getByRole("tab", { name: "UPI", selected: true })).toBeFocused();
      await expect(getFrameContent(page).getByRole("tabpanel")).toHaveAccessibleName("UPI");
      await getFrameContent(page).getByText("Test UPI IDs").click();
      await getFrameContent(page).getByRole("button", { name: "failure@upi" }).click();
      await expect(getFrameContent(page).getByLabel("UPI ID")).toHaveValue("failure@upi");
      await payByUpi(page, "failure@upi");
      await expect(getFrameContent(page).getByRole("alert")).toContainText("The UPI payment was declined.");
      await getFrameContent(page).getByText("Card", { exact: true }).click();
      await fillCard(page, "4000 0027 6000 3184");
      await passOtp(page, "12");
      await expect(getFrameContent(page).getByRole("alert")).toContainText(
        "The one-time password was wrong.",
      );
    });

    await test.step("asks for a one-time password, and takes the right one", async () => {
      await fillCard(page, "4000 0027 6000 3184");
      await passOtp(page, "123456");
      await expect(getRow(page, slow)).toContainText("Completed");
    });

    await test.step("paid, it is thanked for above the orders, also after a reload, until it is closed", async () => {
      const thanks = page.getByRole("region", { name: "Thank you, Meera" });
      await expect(thanks).toBeInViewport();
      await expect(thanks).toContainText(`Order ${slow} · paid ₹`);
      await expect(thanks).toContainText("We check every piece by hand");
      await expect(thanks).toContainText(/Expected \w+ \d/);
      await expect(thanks.getByRole("img", { name: /^Your tree ring/ })).toBeVisible();
      await page.reload();
      await expect(thanks.getByRole("link", { name: "View your order" })).toHaveAttribute(
        "href",
        `/order-details/${slow}`,
      );
      await thanks.getByRole("button", { name: "Close this note" }).click();
      await expect(thanks).toHaveCount(0);
    });

    await test.step("sent three times and out of order, or not at all: paid once, at once", async () => {
      await payByCard(page, shuffled, "4000 0000 0000 0259");
      await expect(getRow(page, shuffled)).toContainText("Completed");
      await payByCard(page, lost, "4000 0000 0000 0341");
      await expect(getRow(page, lost)).toContainText("Completed");
    });

    const [upi, pending] = [await order(), await order()];
    await page.reload();
    await test.step("pays by UPI; and by a bank that is still at work", async () => {
      await openWindow(page, upi);
      await payByUpi(page, "success@upi");
      await expect(getRow(page, upi)).toContainText("Completed");
      await openWindow(page, pending);
      await payByUpi(page, "pending@upi");
      await expect(getFrame(page)).toBeHidden();
      await expect(getRow(page, pending)).toContainText("Pending");
    });

    await expect(getRow(page, late)).toContainText("Completed", { timeout: 60_000 });
  },
);

const getFrame = (page: Page) => page.getByTitle("Pay Online");
const getFrameContent = (page: Page) => getFrame(page).contentFrame();
const getRow = (page: Page, orderId: string) => page.getByRole("row").filter({ hasText: orderId });

async function openWindow(page: Page, orderId: string): Promise<void> {
  await page.getByRole("button", { name: `Pay now for order ${orderId}` }).click();
  await expect(getFrameContent(page).getByText(`Order ${orderId}`)).toBeVisible();
}

async function payByCard(page: Page, orderId: string, number: string): Promise<void> {
  await openWindow(page, orderId);
  await fillCard(page, number);
}

async function fillCard(page: Page, number: string): Promise<void> {
  const form = getFrameContent(page);
  for (const [label, value] of [
    ["Card number", number],
    ["Expiry (MM/YY)", "12/30"],
    ["CVV", "123"],
    ["Name on card", "Meera Shah"],
  ] as const)
    await form.getByLabel(label).fill(value);
  await form.getByRole("button", { name: /^Pay ₹/ }).click();
}

async function payByUpi(page: Page, id: string): Promise<void> {
  const form = getFrameContent(page);
  await form.getByText("UPI", { exact: true }).click();
  await form.getByLabel("UPI ID").fill(id);
  await form.getByRole("button", { name: /^Pay ₹/ }).click();
}

async function passOtp(page: Page, otp: string): Promise<void> {
  await getFrameContent(page).getByLabel("One-time password").fill(otp);
  await getFrameContent(page)
    .getByRole("button", { name: /^Pay ₹/ })
    .click();
}
