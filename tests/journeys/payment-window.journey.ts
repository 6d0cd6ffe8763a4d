import type { Page } from "@playwright/test";
import { links } from "#contract/links.ts";
import { paymentMessages } from "#shop/payments/payment.ts";
import { expect, test } from "../support/journey-shop.ts";
import { placeOrder, registerAndLogIn } from "../support/visitors.ts";

const getDialog = (page: Page) => page.getByRole("dialog", { name: "Pay Online" });

async function openWindow(page: Page): Promise<void> {
  await registerAndLogIn(page);
  const orderId = await placeOrder(page, { productId: "acacia-everyday-bowl", quantity: 1 });
  await page.goto(links.orderDetails(orderId));
  await page.getByRole("button", { name: "Pay now" }).click();
}

async function pay(page: Page): Promise<void> {
  const frame = getDialog(page).frameLocator("iframe");
  await frame.getByLabel("Card number").fill("4111111111111111");
  await frame.getByLabel("Expiry (MM/YY)").fill("12/30");
  await frame.getByLabel("CVV").fill("123");
  await frame.getByLabel("Name on card").fill("Meera Shah");
  // The button moves while the dialog grows, so press Enter instead of clicking.
  await frame.getByLabel("Name on card").press("Enter");
}

test(
  "the payment window closes on Escape, and if the connection is lost while paying, 'Open again' replaces the frame (§2.8, D60, D102)",
  { tag: "@front" },
  async ({ page, context }) => {
    await openWindow(page);
    await test.step("Escape closes the payment window, even from a field inside it", async () => {
      const field = getDialog(page).frameLocator("iframe").getByLabel("Card number");
      await field.fill("4111");
      await field.press("Escape");
      await expect(getDialog(page)).toHaveCount(0);
      await page.getByRole("button", { name: "Pay now" }).click();
    });
    const button = getDialog(page)
      .frameLocator("iframe")
      .getByRole("button", { name: /^Pay ₹/ });
    await expect(button.first()).toBeVisible();
    await context.setOffline(true);
    await pay(page);
    await expect(getDialog(page).getByText(paymentMessages.windowLost)).toBeVisible();
    await expect(getDialog(page).locator("iframe")).toHaveCount(0);
    await context.setOffline(false);
    await getDialog(page).getByRole("button", { name: "Open again" }).click();
    await pay(page);
    await expect(page.getByText(paymentMessages.received)).toBeVisible();
    await expect(getDialog(page)).toHaveCount(0);
    await expect(page.getByRole("main").getByText("Your order is paid.")).toBeVisible();
  },
);
