import { holdBack, waitUntilAwake } from "../screens/steps.ts";
import { logIn, register } from "../support/register.ts";
import { expect, test } from "../support/shop.ts";
import { storeGuestBag } from "../support/visitors.ts";

/* The login page (§2.10) and the ways from it. */
const password = "neem-and-teak-7";

test("while it is sent the button says 'Logging'; the guest's bag comes along and is the customer's (§2.10, D18, D49)", async ({
  page,
  context,
  shop,
}) => {
  const customer = { email: `meera.log-in.${Date.now()}@example.com`, password };
  await register(page, customer);
  await storeGuestBag(context, shop.url, { "acacia-everyday-bowl": 2 });
  await page.goto("/log-in?redirect=%2Fcart");
  await waitUntilAwake(page);
  await page.getByRole("checkbox", { name: "Remember Me" }).check();
  const goOn = await holdBack(page, "**/api/auth/login");
  await logIn(page, customer);
  const button = page.getByRole("button", { name: "Logging" });
  await expect(button).toBeDisabled();
  goOn();
  await expect(page.getByText("Login successful")).toBeVisible();
  await expect(page).toHaveURL("/cart");
  await expect(page.getByRole("row").filter({ hasText: "Roz Acacia Everyday Bowl" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("guestCart"))).toBeNull();
  await page.goto("/logout");
  await expect(page.getByRole("textbox", { name: "Email" }).first()).toHaveValue(customer.email);
});

test.describe("the page", { tag: "@front" }, () => {
  test("a guest sent here from the checkout reads why, and sees the bag (§2.8, D65)", async ({
    page,
    context,
    shop,
  }) => {
    await storeGuestBag(context, shop.url, { "acacia-everyday-bowl": 2 });
    await page.goto("/checkout");
    await expect(page).toHaveURL("/log-in?redirect=%2Fcheckout");
    await expect(page.getByText("Log in to place your order. Your bag comes with you.")).toBeVisible();
    const bag = page.getByRole("region", { name: "Your bag" });
    await expect(bag).toContainText("2 pieces in your bag");
    await expect(bag).toContainText("₹2022.64");
    await page.goto("/log-in");
    await waitUntilAwake(page);
    await expect(bag).toHaveCount(0);
  });

  test("without a client id there is no button of the sign-in provider (§2.10, D50, D105)", async ({
    page,
  }) => {
    const answered = page.waitForResponse("**/api/auth/provider");
    await page.goto("/log-in");
    await answered;
    await waitUntilAwake(page);
    await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
    await expect(page.getByText("Google")).toHaveCount(0);
    await expect(page.getByText("or", { exact: true })).toHaveCount(0);
  });

  test("refreshes a session every 15 minutes, and asks nothing where there is none (§4, D48)", async ({
    page,
    context,
  }) => {
    const requested: string[] = [];
    await page.route("**/api/auth/refresh-token", (route) => {
      requested.push(route.request().postData() ?? "");
      return route.fulfill({ json: { accessToken: "fresh", user: { id: "asha" } } });
    });
    await page.clock.install();
    await page.goto("/log-in");
    await waitUntilAwake(page);
    await page.clock.runFor("16:00");
    expect(requested).toEqual([]);

    await page.evaluate(() => localStorage.setItem("refreshToken", "kept"));
    await page.clock.runFor("15:00");
    await expect.poll(() => requested).toEqual([JSON.stringify({ token: "kept" })]);
    await expect(page.getByText("Session refreshed successfully!")).toBeVisible();
    await context.clearCookies();
  });

  test("'Register Now' and 'Back to Login' take their leave for 500 ms, and keep where one was going (§2.10)", async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto("/log-in?redirect=%2Fcheckout");
    await waitUntilAwake(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole("link", { name: "Register Now" }).click();
    await page.clock.runFor(450);
    expect(new URL(page.url()).pathname).toBe("/log-in");
    await page.clock.runFor(100);
    await expect(page).toHaveURL("/sign-up?redirect=%2Fcheckout");
    await page.getByRole("button", { name: "Back to Login" }).click();
    await page.clock.runFor(550);
    await expect(page).toHaveURL("/log-in?redirect=%2Fcheckout");
  });
});
