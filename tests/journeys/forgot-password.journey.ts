import { mailTo } from "../support/mailbox.ts";
import { logIn, register } from "../support/register.ts";
import { expect, test } from "../support/shop.ts";

test("whoever forgot the password gets a code by mail, and goes on to where they wanted", async ({
  page,
  shop,
}) => {
  const meera = { email: "meera.forgot@example.com", password: "neem-and-teak-7" };
  await register(page, meera);
  await page.goto("/log-in?redirect=/checkout");
  await page.getByRole("link", { name: "Forgot Password" }).click();
  await expect(page).toHaveURL(/\/forgot-password\?redirect=/);

  await page.getByRole("textbox", { name: "Email" }).fill("nobody@example.com");
  await page.getByRole("button", { name: "Verify Email" }).click();
  await expect(page.getByText("No account found with this email.")).toBeVisible();
  await page.getByRole("textbox", { name: "Email" }).fill(meera.email);
  await page.getByRole("button", { name: "Verify Email" }).click();
  await expect(page.getByText("Email verified! Enter a new password.")).toBeVisible();

  const { subject } = await mailTo(shop, meera.email, /is your code/);
  const code = subject.slice(0, 6);
  const password = "sheesham 7 rings";
  await page.getByRole("textbox", { name: "New Password" }).fill(password);
  await page.getByRole("textbox", { name: "Code" }).fill(code === "000000" ? "000001" : "000000");
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(page.getByText("Failed to reset password: This code is not right").first()).toBeVisible();
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(page.getByText("Your password has been reset successfully.")).toBeVisible();

  await expect(page).toHaveURL(/\/log-in\?redirect=/);
  await logIn(page, { ...meera, password });
  await expect(page).toHaveURL(/\/checkout$/);
});
