import { removeSaved, saveProducts } from "#shop/wishlist/endpoints.ts";
import { expect, phone, test } from "../support/journey-shop.ts";
import { waitUntilPressable } from "../screens/steps.ts";
import { registerAndLogIn } from "../support/visitors.ts";

test.use({ viewport: phone });
test("a guest saves products by keyboard, and finds them after login on another device (§2.2)", async ({
  page,
  browser,
  shop,
}) => {
  await page.goto("/wooden-bowls");
  const heart = page.getByRole("button", { name: /^Save / }).first();
  await waitUntilPressable(heart);
  await heart.press("Enter");
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  const name = (await heart.getAttribute("aria-label")) ?? "";

  await page.goto("/saved");
  await expect(page.getByText("1 piece", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Log in", exact: true }).press("Enter");
  await expect(page).toHaveURL(/\/log-in\?redirect=%2Fsaved$/);

  // The login sends the guest's saved products to the account.
  const isAdded = page.waitForResponse((response) => response.url().endsWith(saveProducts.path));
  await registerAndLogIn(page);
  await page.goto("/saved");
  await isAdded;
  await expect(page.getByRole("button", { name })).toHaveAttribute("aria-pressed", "true");

  const context = await browser.newContext({
    baseURL: shop.url,
    storageState: await page.context().storageState(),
  });
  const second = await context.newPage();
  await second.goto("/");
  await second.evaluate(() => localStorage.removeItem("taruva.saved"));
  await second.goto("/saved");
  const isRemoved = second.waitForResponse((response) => response.url().endsWith(removeSaved.path));
  await second.getByRole("button", { name }).click();
  await expect(second.getByRole("heading", { name: "Nothing saved yet" })).toBeVisible();
  await isRemoved;
  await page.reload();
  await expect(page.getByRole("heading", { name: "Nothing saved yet" })).toBeVisible();
  await context.close();
});
