import type { Page } from "@playwright/test";
import { waitUntilAwake } from "../screens/steps.ts";
import { expect, test } from "../support/journey-shop.ts";
import { logIn, register, storeGuestCart } from "../support/visitors.ts";

const password = "neem-and-teak-7";
const createPerson = (who: string) => ({ email: `${who}.${Date.now()}@example.com`, password });
const getBox = (page: Page, name: string) =>
  page.getByRole("main").getByRole("textbox", { name, exact: true });
const send = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const findSessionCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name.endsWith("session"));

test.describe("forms without JavaScript", { tag: "@front" }, () => {
  test.use({ javaScriptEnabled: false });

  test("without JavaScript the forms show errors and the typed values, and a customer can register and log in (§2.9, §2.10)", async ({
    page,
  }) => {
    await page.goto("/sign-up?redirect=%2Fcheckout");
    await send(page, "Back to Login");
    await expect(page).toHaveURL("/log-in?redirect=%2Fcheckout");
    await page.goto("/sign-up?redirect=%2Fcheckout");
    await getBox(page, "First Name").fill("Meera");
    await getBox(page, "Street Address").fill("12 Ring Road");
    await getBox(page, "Phone Number").fill("12");
    await page.getByLabel("City").selectOption("Surat");
    await getBox(page, "Password").fill(password);
    await getBox(page, "Confirm Password").fill("another");
    await send(page, "Register");

    const answer = page.getByRole("alert");
    for (const words of ["Last Name is required", "Phone Number must be 10 digits", "Passwords must match"])
      await expect(answer.first()).toContainText(words);
    await expect(getBox(page, "Phone Number")).toHaveAccessibleDescription(/Phone Number must be 10 digits/);
    await expect(getBox(page, "First Name")).toHaveValue("Meera");
    await expect(getBox(page, "Street Address")).toHaveValue("12 Ring Road");
    await expect(page.getByLabel("City")).toHaveValue("Surat");
    await expect(getBox(page, "Password")).toHaveValue("");
    expect(await page.content()).not.toContain(password);

    const meera = createPerson("meera.plain");
    await getBox(page, "Last Name").fill("Shah");
    await getBox(page, "Email").fill(meera.email);
    await getBox(page, "Zip Code").fill("395002");
    await getBox(page, "Phone Number").fill("9876543210");
    await getBox(page, "Password").fill(password);
    await getBox(page, "Confirm Password").fill(password);
    await send(page, "Register");
    await expect(page).toHaveURL("/log-in?redirect=%2Fcheckout&after=registered");
    await expect(page.getByText("Registration successful")).toBeVisible();

    await logIn(page, { ...meera, password: "not this one" });
    await expect(page.getByRole("alert")).toHaveText("Invalid email or password.");
    await expect(getBox(page, "Email")).toHaveValue(meera.email);
    await expect(page.getByRole("button", { name: "Show password" })).toBeHidden();
    await expect(page.getByText("or", { exact: true })).toBeHidden();
    expect(await findSessionCookie(page)).toBeUndefined();
    await logIn(page, meera);
    await expect(page).toHaveURL("/checkout");
    expect(await findSessionCookie(page)).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  });

  test(
    "without JavaScript, pages that need it show a message, and the contact and newsletter forms work (§2.3, §2.12)",
    { tag: "@long" },
    async ({ page }) => {
      const meera = createPerson("meera.waiting");
      await register(page, meera);
      await page.goto("/log-in?redirect=%2Fcheckout");
      await logIn(page, meera);
      // Playwright's text and role queries ignore noscript elements, so use a CSS selector.
      const instead = page.locator("main noscript p").first();
      await expect(instead).toBeVisible();
      await expect(instead).toContainText("This page needs JavaScript to take your order.");
      await expect(page.getByText("Already have an account?")).toBeHidden();
      for (const [path, words] of [
        ["/order-details/TRV-ABC234", "This page needs JavaScript to show your order"],
        ["/orders", "This page needs JavaScript to show your orders"],
        ["/address", "This page needs JavaScript to show your addresses"],
        ["/profile", "This page needs JavaScript to show your profile"],
        ["/cart", "This page needs JavaScript to show your bag"],
      ] as const) {
        await page.goto(path);
        await expect(instead).toBeVisible();
        await expect(instead).toContainText(words);
        await expect(page.locator("main noscript a")).toHaveAttribute("href", "/contact-us");
        await expect(page.getByText("Loading order details...")).toBeHidden();
      }

      await page.goto("/products?material=Teak");
      const footer = page.getByRole("contentinfo");
      await footer.getByRole("textbox").fill("meera@");
      await footer.getByRole("button", { name: "Subscribe" }).click();
      await expect(page.getByRole("alert")).toHaveText("Invalid email format");
      await expect(footer.getByRole("textbox")).toHaveValue("meera@");
      await footer.getByRole("textbox").fill("meera.news@example.com");
      await footer.getByRole("button", { name: "Subscribe" }).click();
      await expect(page.getByText(/You're subscribed/)).toBeVisible();
      await expect(page).toHaveURL("/products?material=Teak");
    },
  );
});

test.describe("form posts without JavaScript", { tag: "@front" }, () => {
  const type = { "content-type": "application/x-www-form-urlencoded" };

  test("a form post from another site or without an origin changes nothing, and its response is not cached", async ({
    page,
    shop,
  }) => {
    const meera = createPerson("meera.foreign");
    await register(page, meera);
    const post = (path: string, headers: Record<string, string>) =>
      page.request.post(path, {
        form: { form: "login", ...meera },
        headers: { ...headers, accept: "text/html" },
        maxRedirects: 0,
      });
    for (const headers of [{}, { origin: "null" }, { origin: "https://evil.example" }] as Record<
      string,
      string
    >[]) {
      const answer = await post("/log-in", headers);
      expect(answer.status()).toBe(403);
      expect(answer.headers()).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
      });
      expect(answer.headers()["set-cookie"]).toBeUndefined();
      const html = await answer.text();
      expect(html).toContain("This request came from another website, so nothing was changed.");
      expect(html).not.toContain(meera.email);
    }
    const sameOrigin = { origin: shop.url };
    expect((await post("/api/auth/login", sameOrigin)).status()).toBe(415);
    const well = await post("/log-in?redirect=%2F%2Fevil.example", sameOrigin);
    expect(well.status()).toBe(303);
    expect(well.headers()).toMatchObject({ location: "/", "cache-control": "no-store" });
    expect(well.headers()["set-cookie"]).toContain("HttpOnly");
  });

  test("an unknown, oversized or malformed form post is not processed, and its response is not cached for others", async ({
    request,
    shop,
  }) => {
    const post = (data: string, headers = {}) =>
      request.post("/contact-us", {
        data,
        headers: { ...type, origin: shop.url, ...headers },
        maxRedirects: 0,
      });
    expect((await post("form=toString&a=b")).status()).toBe(303);
    expect((await post("{}", { "content-type": "application/json" })).status()).toBe(405);
    const huge = await post(`form=contact&message=${"x".repeat(70_000)}`);
    expect(huge.status()).toBe(413);
    expect(huge.headers()["content-type"]).toContain("text/html");
    const hostile = await post(
      "form=contact&name=%3Cscript%3Ealert(1)%3C%2Fscript%3E&__proto__.email=x&email=no",
    );
    expect(hostile.status()).toBe(400);
    const html = await hostile.text();
    expect(html).toContain("Invalid email format");
    expect(html).not.toContain("<script>alert");
    expect(await (await request.get("/contact-us")).text()).not.toContain("alert(1)");
  });
});

test(
  "a customer who logged in before the scripts were loaded keeps the guest's bag",
  { tag: "@long" },
  async ({ page, context, shop }) => {
    const meera = createPerson("meera.late");
    await register(page, meera);
    await storeGuestCart(context, shop.url, { "acacia-everyday-bowl": 2 });
    await page.route("**/assets/shop-*.js", (route) => route.abort());
    await page.goto("/log-in?redirect=%2Fprofile", { waitUntil: "commit" });
    await expect(page.getByText(/or reload this page/)).toBeVisible();
    await page.unroute("**/assets/shop-*.js");
    const complaints: string[] = [];
    page.on("pageerror", ({ message }) => complaints.push(message));
    await logIn(page, { ...meera, password: "not this one" });
    // Wait until the page that the form post returned is hydrated.
    await waitUntilAwake(page);
    await expect(page.getByRole("alert")).toHaveText("Invalid email or password.");
    await expect(getBox(page, "Email")).toHaveValue(meera.email);
    expect(complaints).toEqual([]);
    await page.route("**/assets/shop-*.js", (route) => route.abort());
    await page.goto("/log-in?redirect=%2Fprofile", { waitUntil: "commit" });
    await expect(page.getByText(/or reload this page/)).toBeVisible();
    await page.unroute("**/assets/shop-*.js");
    await logIn(page, meera);
    await expect(page).toHaveURL("/profile");
    await expect(page.getByRole("textbox", { name: "First Name" })).toHaveValue("Meera");
    await expect(page.getByTestId("cart-badge")).toHaveText("2");
    expect(await page.evaluate(() => document.cookie)).toBe("");
    await page.reload();
    await expect(page.getByRole("textbox", { name: "First Name" })).toHaveValue("Meera");
  },
);
