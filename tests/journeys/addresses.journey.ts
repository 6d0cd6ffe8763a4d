import { expect, phone, test } from "../support/shop.ts";
import { logIn, register } from "../support/visitors.ts";

test("a guest logs in to open the address book, adds an address, makes it the default and deletes all (§2.16, D75)", async ({
  page,
}) => {
  const meera = { email: "meera.addresses@example.com", password: "neem-and-teak-7" };
  await register(page, meera);
  await page.goto("/account/addresses");
  await expect(page.getByText("Please sign in to manage your addresses.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await logIn(page, meera);
  await expect(page).toHaveURL(/\/address$/);

  const cards = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.locator("address") });
  await expect(cards).toHaveCount(1);
  await expect(cards.first()).toContainText("12 Ring Road");
  await expect(cards.first()).toContainText("Default");
  await expect(page.getByRole("button", { name: /^Set Default/ })).toHaveCount(0);

  await page.getByRole("button", { name: "Add a new address" }).click();
  await expect(page.getByRole("textbox", { name: "Country" })).toHaveValue("India");
  await page.getByRole("textbox", { name: "Street Address" }).fill("4 MG Road");
  await page.getByRole("textbox", { name: "City" }).fill("Pune");
  await page.getByRole("combobox", { name: "State" }).selectOption("Maharashtra");
  await page.getByRole("textbox", { name: "Zip Code" }).fill("411001");
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(cards).toHaveCount(2);

  await page.getByRole("button", { name: "Set Default 4 MG Road" }).click();
  await expect(cards.filter({ hasText: "4 MG Road" })).toContainText("Default");
  await expect(page.getByText("Default", { exact: true })).toHaveCount(1);

  for (const street of ["4 MG Road", "12 Ring Road"]) {
    await page.getByRole("button", { name: `Remove ${street}` }).click();
    await page
      .getByRole("alertdialog", { name: "Remove address" })
      .getByRole("button", { name: "Yes, Remove" })
      .click();
    await expect(page.getByText(street, { exact: true })).toHaveCount(0);
    if (street === "4 MG Road") await expect(cards.first()).toContainText("Default");
  }
  await expect(page.getByText("No address yet!")).toBeVisible();

  await page.setViewportSize(phone);
  await expect(page.locator("html")).toHaveJSProperty("scrollWidth", phone.width);
});
