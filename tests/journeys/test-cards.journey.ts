import type { Page } from "@playwright/test";
import { paymentMessages } from "#shop/payments/payment.ts";
import { expect, test } from "../support/journey-shop.ts";
import { placeOrder, registerAndLogIn } from "../support/visitors.ts";

test(
  "a payment by test card can be declined, lose its connection, ask for a one-time password or wait for a bank, and a paid order is confirmed (§2.8, D60, D102)",
  { tag: ["@front", "@long"] },
  async ({ page, context }) => {
    await registerAndLogIn(page);
    const piece = { productId: "acacia-everyday-bowl", quantity: 1 };
    const [orderId, slow] = [await placeOrder(page, piece), await placeOrder(page, piece)];
    await page.goto("/orders");
    const dialog = page.getByRole("dialog", { name: "Pay Online" });
    const form = page.getByTitle("Pay Online").contentFrame();

    await test.step("Escape closes the payment window, even from a field inside it, and the page shows when the order expires", async () => {
      await openWindow(page, orderId);
      await form.getByLabel("Card number").fill("4111");
      await form.getByLabel("Card number").press("Escape");
      await expect(dialog).toHaveCount(0);
      await expect(page.getByText("This order is not paid yet.")).toBeVisible();
      await expect(getRow(page, orderId)).toContainText(/Pay by .*, or the order expires/);
    });

    await test.step("if the connection is lost while paying, 'Open again' replaces the frame", async () => {
      await openWindow(page, orderId);
      await context.setOffline(true);
      await payByCard(page, "4111 1111 1111 1111");
      await expect(dialog.getByText(paymentMessages.windowLost)).toBeVisible();
      await expect(dialog.locator("iframe")).toHaveCount(0);
      await context.setOffline(false);
      await dialog.getByRole("button", { name: "Open again" }).click();
      await expect(form.getByText(`Order ${orderId}`)).toBeVisible();
    });

    await test.step("a declined card, a declined UPI id and a wrong one-time password each leave the order unpaid", async () => {
      await payByCard(page, "4000 0000 0000 9995");
      await expect(form.getByRole("alert")).toContainText("The card has insufficient funds.");
      await form.getByRole("tab", { name: "Card" }).focus();
      await page.keyboard.press("ArrowRight");
      await expect(form.getByRole("tab", { name: "UPI", selected: true })).toBeFocused();
      await expect(form.getByRole("tabpanel")).toHaveAccessibleName("UPI");
      await form.getByText("Test UPI IDs").click();
      await form.getByRole("button", { name: "failure@upi" }).click();
      await expect(form.getByLabel("UPI ID")).toHaveValue("failure@upi");
      await payByUpi(page, "failure@upi");
      await expect(form.getByRole("alert")).toContainText("The UPI payment was declined.");
      await form.getByText("Card", { exact: true }).click();
      await payByCard(page, "4000 0027 6000 3184");
      await passOtp(page, "12");
      await expect(form.getByRole("alert")).toContainText("The one-time password was wrong.");
    });

    await test.step("the right one-time password pays the order, and the thank-you note stays until the customer closes it", async () => {
      await payByCard(page, "4000 0027 6000 3184");
      await passOtp(page, "123456");
      await expect(getRow(page, orderId)).toContainText("Completed");
      const thanks = page.getByRole("region", { name: "Thank you, Meera" });
      await expect(thanks).toBeInViewport();
      for (const words of [`Order ${orderId} · paid ₹`, "We check every piece by hand", /Expected \w+ \d/])
        await expect(thanks).toContainText(words);
      await expect(thanks.getByRole("img", { name: /^Your tree ring/ })).toBeVisible();
      await page.reload();
      await expect(thanks.getByRole("link", { name: "View your order" })).toHaveAttribute(
        "href",
        `/order-details/${orderId}`,
      );
      await thanks.getByRole("button", { name: "Close this message" }).click();
      await expect(thanks).toHaveCount(0);
    });

    await test.step("while a bank processes a payment, the order can still be paid in another way", async () => {
      await openWindow(page, slow);
      await payByUpi(page, "pending@upi");
      await expect(dialog).toBeHidden();
      await expect(page.getByText(paymentMessages.underWay)).toBeVisible();
      await expect(getRow(page, slow)).toContainText("Pending");
      await page.getByRole("button", { name: `Pay now for order ${slow}` }).click();
      await expect(dialog.getByRole("button", { name: "Pay again" })).toBeVisible();
    });
  },
);

const getFrameContent = (page: Page) => page.getByTitle("Pay Online").contentFrame();
const getRow = (page: Page, orderId: string) => page.getByRole("row").filter({ hasText: orderId });
const send = (page: Page) =>
  getFrameContent(page)
    .getByRole("button", { name: /^Pay ₹/ })
    .click();

async function openWindow(page: Page, orderId: string): Promise<void> {
  await page.getByRole("button", { name: `Pay now for order ${orderId}` }).click();
  await expect(getFrameContent(page).getByText(`Order ${orderId}`)).toBeVisible();
}

async function payByCard(page: Page, number: string): Promise<void> {
  for (const [label, value] of [
    ["Card number", number],
    ["Expiry (MM/YY)", "12/30"],
    ["CVV", "123"],
    ["Name on card", "Meera Shah"],
  ] as const)
    await getFrameContent(page).getByLabel(label).fill(value);
  await send(page);
}

async function payByUpi(page: Page, id: string): Promise<void> {
  await getFrameContent(page).getByText("UPI", { exact: true }).click();
  await getFrameContent(page).getByLabel("UPI ID").fill(id);
  await send(page);
}

async function passOtp(page: Page, otp: string): Promise<void> {
  await getFrameContent(page).getByLabel("One-time password").fill(otp);
  await send(page);
}
