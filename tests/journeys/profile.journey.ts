import { readFile } from "node:fs/promises";
import { expect, test } from "../support/journey-shop.ts";
import { logIn, register } from "../support/visitors.ts";

test("a customer changes name, password and addresses, logs out everywhere, downloads their data and deletes the account (§2.16, D75)", async ({
  page,
}) => {
  const meera = { email: "meera.profile@example.com", password: "neem-and-teak-7" };
  await register(page, meera);
  await page.goto("/log-in?redirect=/profile");
  await logIn(page, meera);
  await expect(page.getByRole("heading", { level: 1, name: "Your profile" })).toBeVisible();

  await page.getByRole("textbox", { name: "First Name" }).fill("Mira");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Your details have been saved.")).toBeVisible();
  await expect(page.getByText("Mira Shah")).toBeVisible();
  await expect(page.getByText("This device")).toBeVisible();

  const password = "sheesham 7 rings";
  await page.getByRole("textbox", { name: "Current password" }).fill(meera.password);
  await page.getByRole("textbox", { name: "New Password" }).fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password has been changed.")).toBeVisible();

  await expect(page.getByText("Password changed", { exact: true })).toBeVisible();
  await page.goto("/.well-known/change-password");
  await expect(page).toHaveURL(/\/profile$/);
  await page.getByRole("button", { name: "Log out everywhere" }).click();
  await expect(page).toHaveURL(/\/log-in/);
  await page.goto("/log-in?redirect=/profile");
  await logIn(page, { ...meera, password });
  await expect(page.getByText("Logged out everywhere", { exact: true })).toBeVisible();

  await test.step("the customer adds an address, makes it the default and removes the other", async () => {
    await page.goto("/account/addresses");
    await page.getByRole("button", { name: "Add a new address" }).click();
    await page.getByRole("textbox", { name: "Street Address" }).fill("4 MG Road");
    await page.getByRole("textbox", { name: "City" }).fill("Pune");
    await page.getByRole("combobox", { name: "State" }).selectOption("Maharashtra");
    await page.getByRole("textbox", { name: "Zip Code" }).fill("411001");
    await page.getByRole("button", { name: "Save address" }).click();
    await page.getByRole("button", { name: "Set Default 4 MG Road" }).click();
    await page.getByRole("button", { name: "Remove 12 Ring Road" }).click();
    await page.getByRole("button", { name: "Yes, Remove" }).click();
    await expect(page.getByText("12 Ring Road", { exact: true })).toHaveCount(0);
    await page.goto("/profile");
  });

  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  const data = await readFile(await (await coming).path(), "utf8");
  expect(JSON.parse(data)).toMatchObject({
    profile: { firstName: "Mira" },
    addresses: [{ street: "4 MG Road" }],
  });

  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByRole("textbox", { name: "Password" }).fill(password);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(page).toHaveURL(/\/log-in/);
  await logIn(page, { ...meera, password });
  await expect(page.getByText("Invalid email or password.").first()).toBeVisible();
});
