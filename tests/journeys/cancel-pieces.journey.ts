import { expect, phone, test } from "../support/shop.ts";
import { placeOrder, registerAndLogIn } from "../support/visitors.ts";

test.use({ viewport: phone });
test(
  "on a phone and by keyboard one of two pieces of a paid order is cancelled, and the order says so (§5, §2.15)",
  { tag: "@long" },
  async ({ page }) => {
    await registerAndLogIn(page);
    const orderId = await placeOrder(page, { productId: "acacia-everyday-bowl", quantity: 2 });
    await page.goto("/orders");
    await page
      .getByRole("button", { name: /^Pay now/ })
      .first()
      .press("Enter");
    const payment = page.frameLocator("iframe[title='Pay Online']");
    await payment.getByLabel(/card number/i).fill("4111 1111 1111 1111");
    await payment.getByLabel(/expiry/i).fill("12/39");
    await payment.getByLabel(/cvv|security code/i).fill("123");
    await payment.getByLabel(/name/i).fill("Meera Shah");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Completed").first()).toBeVisible();

    await page.goto(`/order-details/${orderId}`);
    const opener = page.getByRole("button", { name: /^Cancel pieces: Roz Acacia Everyday Bowl/ });
    await opener.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Cancel Roz Acacia Everyday Bowl?" });
    await expect(dialog.getByLabel("How many pieces")).toHaveValue("1");
    await expect(dialog.getByRole("status")).toContainText("₹");
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Cancel 1 piece" }).press("Enter");
    await expect(page.getByText("Cancelled. We'll e-mail you about your refund.")).toBeVisible();
    await expect(page.getByText("1 of 2 cancelled")).toBeVisible();
  },
);
