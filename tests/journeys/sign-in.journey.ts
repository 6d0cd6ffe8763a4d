import { waitUntilAwake } from "../screens/steps.ts";
import { type Issuer, openIssuer } from "../support/issuer.ts";
import { expect, phone, test as base } from "../support/journey-shop.ts";
import { storeGuestCart } from "../support/visitors.ts";

/** Opens a shop whose customers can sign in with a local test identity provider (§2.10, D50). */
const test = base.extend<{ issuer: Issuer }>({
  issuer: async ({}, use) => {
    const issuer = await openIssuer();
    await use(issuer);
    issuer.close();
  },
  settings: ({ issuer: { settings } }, use) =>
    use({
      SIGN_IN_NAME: settings.name,
      SIGN_IN_ISSUER: settings.issuer,
      SIGN_IN_CLIENT_ID: settings.clientId,
      SIGN_IN_JWKS_URL: settings.jwksUrl,
      SIGN_IN_AUTHORIZE_URL: settings.authorizeUrl,
    }),
});

base(
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

test(
  "a guest signs in with an account of a provider other than Google, keeps the bag and reaches the page they wanted (§2.8, D50)",
  { tag: "@long" },
  async ({ page, context, shop, issuer }) => {
    Object.assign(issuer.person, {
      sub: "asha-at-forest-id",
      email: "asha.forest@example.com",
      email_verified: true,
      given_name: "Asha",
      family_name: "Vana",
    });
    await storeGuestCart(context, shop.url, { "acacia-everyday-bowl": 2 });
    const nonces: string[] = [];
    page.on("request", (request) => {
      const nonce = new URL(request.url()).searchParams.get("nonce");
      if (request.url().startsWith(issuer.url) && nonce) nonces.push(nonce);
    });

    await page.setViewportSize(phone);
    await page.goto("/log-in?redirect=%2Fcart");

    await test.step("the sign-in provider sends the visitor back to the shop, and the credential contains the page's nonce", async () => {
      await waitUntilAwake(page);
      const sent = page.waitForRequest("**/api/auth/google");
      await page.getByRole("button", { name: "Continue with Forest ID" }).click();
      expect((await sent).postDataJSON()).toMatchObject({ nonce: nonces[0] });
      await expect(page.getByText("Logged in with Forest ID")).toBeVisible();
      await expect(page).toHaveURL("/cart");
      await expect(page.getByRole("main").getByText("Roz Acacia Everyday Bowl")).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem("guestCart"))).toBeNull();
      await page.goto("/profile");
      await expect(page.getByLabel("First Name")).toHaveValue("Asha");
    });
  },
);
