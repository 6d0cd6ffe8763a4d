import { expect, phone, test } from "../support/journey-shop.ts";

test(
  "without JavaScript the shop can be read, browsed and filtered, and its menu opens (§2.4, §2.5)",
  { tag: ["@front", "@pictures"] },
  async ({ browser, shop }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: shop.url,
      viewport: { width: 1280, height: 900 },
    });
    const page = await context.newPage();
    // A new shop first has to create its pictures, so do not wait for them.
    const open = (path: string) => page.goto(path, { waitUntil: "domcontentloaded" });
    await open("/");
    await expect(page.getByRole("heading", { name: "Newly Launched" })).toBeVisible();
    await expect(page.locator("noscript p").first()).toHaveText(/please turn on JavaScript/);
    const look = page.getByRole("region", { name: "The kitchen shelf", exact: true }).getByRole("img");
    await look.scrollIntoViewIfNeeded();
    await expect(look).toHaveJSProperty("complete", true);
    expect(await look.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
    const tray = page
      .getByRole("navigation", { name: "Shop" })
      .getByRole("link", { name: "Tray", exact: true });
    await expect(tray).toBeHidden();
    await page.getByRole("button", { name: "Serveware" }).hover();
    await tray.click();
    await expect(page).toHaveURL("/products?category=Serveware&subcategory=Tray");

    await page.setViewportSize(phone);
    await open("/");
    await page.getByRole("link", { name: "All products", exact: true }).first().click();
    await expect(page.getByText(/^24 of \d+ pieces$/)).toBeVisible();
    await page.getByRole("link", { name: "Show more" }).click();
    await expect(page).toHaveURL(/\/products\?page=2$/);
    await open("/products");
    const filters = page.getByRole("form", { name: "Filter and sort" });
    await filters.getByText("Teak wood").click();
    await filters.getByLabel("Max price (₹)").fill("2000");
    await filters.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/material=Teak/);
    await expect(page.getByRole("link", { name: /^Remove Teak wood/ })).toBeVisible();
    await expect(page.getByRole("article").filter({ hasText: "Teak ·" })).not.toHaveCount(0);
    await expect(page.getByRole("article").filter({ hasText: "Mango ·" })).toHaveCount(0);
    await page.getByRole("link", { name: "Saanjh Teak Bowls, Set of 2" }).first().click();
    await expect(page.getByText("including GST")).toBeVisible();
    await expect(page.locator("main noscript p")).toHaveText(
      /^To add this to your bag, please turn on JavaScript/,
    );
    const photographs = page.getByRole("region", { name: "Photographs" }).getByRole("img");
    await expect(photographs).not.toHaveCount(0);
    for (const photograph of await photographs.all()) await expect(photograph).toBeVisible();
    await context.close();
  },
);

test(
  "every URL in the sitemap is canonical, and none is marked as noindex",
  { tag: "@front" },
  async ({ request }) => {
    const answer = await request.get("/sitemap.xml");
    expect(answer.headers()["content-type"]).toMatch(/^application\/xml/);
    const addresses = [...(await answer.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) =>
      (loc ?? "").replace("&#39;", "'"),
    );
    for (const address of addresses) {
      const page = await request.get(address);
      const html = await page.text();
      expect(page.status(), address).toBe(200);
      expect(
        html.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))),
        address,
      ).toContain(`<link rel="canonical" href="${address}">`);
      expect(html, address).not.toContain('content="noindex"');
    }
  },
);

test(
  "the visitor's private pages and the 404 page are marked as noindex",
  { tag: "@front" },
  async ({ request }) => {
    for (const path of [
      "/log-in",
      "/login",
      "/sign-up",
      "/forgot-password",
      "/cart",
      "/checkout",
      "/orders",
      "/order-details/TRV-1",
      "/address",
      "/feedback-form",
      "/no-such-page",
      "/product-info/no-such-piece",
    ]) {
      const html = await (await request.get(path)).text();
      expect(html, path).toContain('<meta name="robots" content="noindex">');
      expect(html, path).not.toContain("application/ld+json");
    }
  },
);
