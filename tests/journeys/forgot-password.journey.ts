import { findCode } from "../support/mails.ts";
import { expect, test } from "../support/journey-shop.ts";
import { logIn, register, waitForMail } from "../support/visitors.ts";

test("a customer who forgot the password sets a new one with a mailed code and continues to the page they wanted (§2.1, §2.11, D2, D33, D55)", async ({
  page,
  shop,
}) => {
  const meera = { email: "meera.forgot@example.com", password: "neem-and-teak-7" };
  await register(page, meera);
  await page.goto("/log-in?redirect=/checkout");
  await page.getByRole("link", { name: "Forgot Password" }).click();
  await expect(page).toHaveURL(/\/forgot-password\?redirect=/);

  await page.getByRole("textbox", { name: "Email" }).fill(meera.email);
  await page.getByRole("button", { name: "Verify Email" }).click();
  await expect(page.getByText("Email verified! Enter a new password.")).toBeVisible();

  const { text } = await waitForMail(shop, meera.email, /code for a new password/);
  const password = "sheesham 7 rings";
  await page.getByRole("textbox", { name: "New Password" }).fill(password);
  await page.getByRole("textbox", { name: "Code" }).fill(findCode(text));
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(page.getByText("Your password has been reset successfully.")).toBeVisible();

  await expect(page).toHaveURL(/\/log-in\?redirect=/);
  await logIn(page, { ...meera, password });
  await expect(page).toHaveURL(/\/checkout$/);
});
