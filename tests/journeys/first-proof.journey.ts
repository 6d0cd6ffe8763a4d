import { findResetLink } from "../support/mails.ts";
import { expect, test } from "../support/shop.ts";
import { fillCart, logIn, register, waitForMail } from "../support/visitors.ts";
import { getTextbox } from "./checkout-page.ts";

test(
  "the owner of an e-mail address that a stranger registered sets a password and finds an empty account (§2.9, D50, T9)",
  { tag: "@long" },
  async ({ page, browser, shop }) => {
    const meera = { email: "meera.ahead@example.com", password: "neem-and-teak-7" };
    await test.step("a stranger registers the address and fills the cart", async () => {
      const strangers = await browser.newContext({ baseURL: shop.url });
      const theirs = await strangers.newPage();
      await register(theirs, meera);
      await theirs.goto("/log-in");
      await logIn(theirs, meera);
      await expect(theirs).toHaveURL("/");
      await fillCart(theirs, { productId: "acacia-everyday-bowl", quantity: 2 });
      await strangers.close();
    });

    const owner = { ...meera, password: "sheesham 7 rings" };
    await test.step("the owner sets a password with the mailed link, and its code is removed from the URL", async () => {
      await page.request.post("/api/auth/verify-email", { data: { email: meera.email } });
      const { text } = await waitForMail(shop, meera.email, /code for a new password/);
      const { pathname, hash } = new URL(findResetLink(text));
      await page.goto(pathname + hash);
      await expect(page.getByText(`Choose a new password for ${meera.email}.`)).toBeVisible();
      await expect(page).toHaveURL(/\/forgot-password$/);
      await expect(page.getByRole("textbox", { name: "Code" })).toHaveCount(0);
      await page.getByRole("textbox", { name: "New Password" }).fill(owner.password);
      await page.getByRole("button", { name: "Reset Password" }).click();
      await expect(page.getByText("Your password has been reset successfully.")).toBeVisible();
      await logIn(page, owner);
      await expect(page).toHaveURL("/");
    });

    await test.step("the bag is empty, and the checkout asks for name and address", async () => {
      await page.goto("/checkout");
      await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
      await fillCart(page, { productId: "acacia-everyday-bowl", quantity: 1 });
      await page.goto("/checkout");
      for (const label of ["First Name", "Last Name", "Address", "Zip Code", "Phone"])
        await expect(getTextbox(page, label)).toHaveValue("");
      await page.getByRole("button", { name: "Checkout", exact: true }).click();
      await expect(page.getByText("First Name is required")).toBeVisible();
      await expect(page).toHaveURL(/\/checkout$/);
    });

    await test.step("the profile of the new customer is empty", async () => {
      await page.goto("/profile");
      for (const label of ["First Name", "Last Name", "Phone Number"])
        await expect(getTextbox(page, label)).toHaveValue("");
      await expect(page.getByText("12 Ring Road")).toHaveCount(0);
    });
  },
);
