import { waitUntilAwake } from "../screens/steps.ts";
import { expect, phone, test } from "../support/journey-shop.ts";
import { storeGuestBag } from "../support/visitors.ts";

test(
  "in the demo profile a test account signs a guest in, and a cancelled sign-in shows a toast (§2.10, §8, D115)",
  { tag: "@front" },
  async ({ page }) => {
    const button = page.getByRole("button", { name: "Continue with Google" });
    await page.goto("/log-in?redirect=%2Fprofile");
    await waitUntilAwake(page);
    for (const viewport of [{ width: 1280, height: 800 }, phone, { width: 200, height: 800 }]) {
      await page.setViewportSize(viewport);
      const { width = 0 } = (await button.boundingBox()) ?? {};
      expect(width).toBeGreaterThanOrEqual(200);
      expect(width).toBeLessThanOrEqual(420);
    }
    await page.setViewportSize(phone);
    await button.click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText("Google did not return a credential.")).toBeVisible();
    await page.goto("/log-in?redirect=%2Fprofile");
    await waitUntilAwake(page);
    await button.click();
    await page.getByRole("button", { name: "A new customer" }).click();
    await expect(page.getByText("Logged in with Google")).toBeVisible();
    await expect(page).toHaveURL("/profile");
    await expect(page.getByLabel("First Name")).toHaveValue("Asha");
  },
);

test("a guest signs in with a Google account and continues with the bag to the page they wanted (§2.8, D50)", async ({
  page,
  context,
  shop,
}) => {
  await storeGuestBag(context, shop.url, { "acacia-everyday-bowl": 2 });
  const nonces: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/test-sign-in") nonces.push(searchParams.get("nonce") ?? "");
  });

  await page.setViewportSize(phone);
  await page.goto("/log-in?redirect=%2Fcart");

  await test.step("the sign-in provider sends the visitor back to the shop, and the credential contains the page's nonce", async () => {
    await waitUntilAwake(page);
    await page.getByRole("button", { name: "Continue with Google" }).click();
    const sent = page.waitForRequest("**/api/auth/google");
    await page.getByRole("button", { name: "A new customer" }).click();
    expect((await sent).postDataJSON()).toMatchObject({ nonce: nonces[0] });
    await expect(page.getByText("Logged in with Google")).toBeVisible();
    await expect(page).toHaveURL("/cart");
    await expect(page.getByRole("main").getByText("Roz Acacia Everyday Bowl")).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("guestCart"))).toBeNull();
    await page.goto("/profile");
    await expect(page.getByLabel("First Name")).toHaveValue("Asha");
  });
});
