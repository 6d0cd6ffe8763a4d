import { waitUntilAwake } from "../screens/steps.ts";
import { expect, test } from "../support/journey-shop.ts";
import { logIn, register, storeGuestBag } from "../support/visitors.ts";

test("a guest at the checkout logs in, sees the bag beside the form, and continues with that bag (§2.8, §2.10, D18, D49, D65, D66)", async ({
  page,
  context,
  shop,
}) => {
  const html = await (await page.request.get("/checkout")).text();
  expect(html).toContain("Already have an account?");
  const customer = { email: `meera.log-in.${Date.now()}@example.com`, password: "neem-and-teak-7" };
  await register(page, customer);
  await storeGuestBag(context, shop.url, { "acacia-everyday-bowl": 2 });
  await page.goto("/log-in");
  await waitUntilAwake(page);
  const bag = page.getByRole("region", { name: "Your bag" });
  await expect(bag).toHaveCount(0);
  await page.goto("/checkout");
  await expect(page).toHaveURL("/log-in?redirect=%2Fcheckout");
  await expect(page.getByText("Log in to place your order. Your bag is saved.")).toBeVisible();
  await expect(bag).toContainText("2 pieces in your bag");
  await expect(bag).toContainText("₹2022.64");
  await page.getByRole("checkbox", { name: "Remember Me" }).check();
  await logIn(page, customer);
  await expect(page).toHaveURL("/checkout");
  await expect(page.getByText("Login successful")).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Your order" })).toContainText(
    "Roz Acacia Everyday Bowl",
  );
  expect(await page.evaluate(() => localStorage.getItem("guestCart"))).toBeNull();
  await page.goto("/logout");
  await expect(page.getByRole("textbox", { name: "Email" }).first()).toHaveValue(customer.email);
});
