import type { Page } from "@playwright/test";
import { paymentMessages } from "#shop/payments/payment.ts";
import { expect, test } from "../support/journey-shop.ts";
import { placeOrder, registerAndLogIn } from "../support/visitors.ts";

test(
  "the payment window closes on Escape and opens again after a lost connection, and a paid order is confirmed (§2.8, D60, D102)",
  { tag: ["@front", "@long"] },
  async ({ page, context }) => {
    await registerAndLogIn(page);
    const orderId = await placeOrder(page, { productId: "acacia-everyday-bowl", quantity: 1 });
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
      await payByCard(page);
      await expect(dialog.getByText(paymentMessages.windowLost)).toBeVisible();
      await expect(dialog.locator("iframe")).toHaveCount(0);
      await context.setOffline(false);
      await dialog.getByRole("button", { name: "Open again" }).click();
      await expect(form.getByText(`Order ${orderId}`)).toBeVisible();
    });

    await test.step("after the payment, the thank-you note stays until the customer closes it", async () => {
      await payByCard(page);
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
  },
);

const getFrameContent = (page: Page) => page.getByTitle("Pay Online").contentFrame();
const getRow = (page: Page, orderId: string) => page.getByRole("row").filter({ hasText: orderId });

async function openWindow(page: Page, orderId: string): Promise<void> {
  await page.getByRole("button", { name: `Pay now for order ${orderId}` }).click();
  await expect(getFrameContent(page).getByText(`Order ${orderId}`)).toBeVisible();
}

async function payByCard(page: Page): Promise<void> {
  for (const [label, value] of [
    ["Card number", "4111 1111 1111 1111"],
    ["Expiry (MM/YY)", "12/30"],
    ["CVV", "123"],
    ["Name on card", "Meera Shah"],
  ] as const)
    await getFrameContent(page).getByLabel(label).fill(value);
  await getFrameContent(page)
    .getByRole("button", { name: /^Pay ₹/ })
    .click();
}
