import type { Page } from "@playwright/test";
import { expect, phone, test } from "../support/shop.ts";

const BOWL = "/product-info/acacia-everyday-bowl";

/** Every fact of a page that search engines read, by its type. */
async function readFacts(page: Page): Promise<Record<string, Record<string, unknown>>> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  const facts = texts.map((text) => JSON.parse(text) as Record<string, unknown>);
  return Object.fromEntries(facts.map((fact) => [String(fact["@type"]), fact]));
}

const readCanonical = (page: Page) => page.locator("link[rel=canonical]").getAttribute("href");

test.describe("without scripts", { tag: "@front" }, () => {
  test.use({ javaScriptEnabled: false });

  for (const [where, viewport] of [
    ["at a desk", { width: 1280, height: 900 }],
    ["on a phone", phone],
  ] as const) {
    test(`the shop can be read and browsed ${where} (§2.5)`, async ({ page }) => {
      await page.setViewportSize(viewport);
      // Not all the pictures: the first visitor of a new shop waits for them to be made.
      await page.goto("/", { waitUntil: "domcontentloaded" });
      await expect(page.getByRole("heading", { name: "Newly Launched" })).toBeVisible();
      await expect(page.locator("noscript p").first()).toHaveText(/please allow JavaScript/);
      await page.getByRole("link", { name: "All products", exact: true }).first().click();

      await expect(page.getByText(/^24 of \d+ pieces$/)).toBeVisible();
      await page.getByRole("link", { name: "Show more" }).click();
      await expect(page).toHaveURL(/\/products\?page=2$/);
      await page.goto("/products", { waitUntil: "domcontentloaded" });

      const filters = page.getByRole("form", { name: "Filter and sort" });
      await filters.getByText("Teak wood").click();
      await filters.getByLabel("Max price (₹)").fill("2000");
      await filters.getByRole("button", { name: "Apply" }).click();
      await expect(page).toHaveURL(/material=Teak/);
      await expect(page.getByRole("link", { name: /^Remove Teak wood/ })).toBeVisible();

      await page.getByRole("link", { name: "Saanjh Teak Bowls, Set of 2" }).first().click();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText("including GST")).toBeVisible();
      await expect(page.locator("main noscript p")).toHaveText(
        /^To put this in your bag, please allow JavaScript/,
      );
      const photographs = page.getByRole("region", { name: "Photographs" }).getByRole("img");
      for (const photograph of await photographs.all()) await expect(photograph).toBeVisible();
    });
  }

  test("the menu of wide screens opens by the mouse", async ({ page }) => {
    await page.goto("/");
    const tray = page
      .getByRole("navigation", { name: "Shop" })
      .getByRole("link", { name: "Tray", exact: true });
    await expect(tray).toBeHidden();
    await page.getByRole("button", { name: "Serveware" }).hover();
    await tray.click();
    await expect(page).toHaveURL("/products?category=Serveware&subcategory=Tray");
  });
});

test(
  "twin addresses, filters and pages have one canonical address, on the shop's own origin (§2.1, D27, D28)",
  { tag: "@front" },
  async ({ page, shop }) => {
    for (const [twin, canonical] of [
      ["/product/acacia-everyday-bowl", BOWL],
      ["/about-us", "/our-story"],
      ["/contact", "/contact-us"],
      ["/terms", "/terms-condition"],
      ["/shipping", "/shipping-policy"],
      ["/login", "/log-in"],
      ["/products/", "/products"],
      ["/wooden-kitchenware?sortOption=atoz", "/products"],
      ["/products?subcategory=Bowl&material=Teak+wood&maxPrice=2000&page=2", "/wooden-bowls"],
      ["/products?collection=evening+chai", "/products?collection=Evening%20Chai"],
      ["/?utm_source=letter", "/"],
    ] as const) {
      await page.goto(twin);
      expect(await readCanonical(page), twin).toBe(shop.url + canonical);
    }
  },
);

test(
  "a product states its offer, also once scripts have run (§2.6)",
  { tag: "@front" },
  async ({ page, shop }) => {
    await page.goto(BOWL);
    await expect(page.getByRole("button", { name: /^Add to Bag/ }).first()).toBeEnabled();
    const { Product, BreadcrumbList } = await readFacts(page);
    expect(Product).toMatchObject({
      name: "Roz Acacia Everyday Bowl",
      offers: { price: "1060.82", priceCurrency: "INR", url: shop.url + BOWL },
    });
    await expect(page.getByText("₹1060.82 including GST")).toBeVisible();
    expect(BreadcrumbList).toBeDefined();
    const picture = await page.locator("meta[property='og:image']").getAttribute("content");
    const answer = await page.request.get(picture ?? "");
    expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "image/jpeg"]);

    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Bowl" }).click();
    await expect(page).toHaveTitle(/Wooden Bowls/);
    await expect.poll(() => readFacts(page)).toEqual({});
  },
);

test(
  "the home page states who sells here, without the samples",
  { tag: "@front" },
  async ({ page, shop }) => {
    await page.goto("/");
    const { Organization, WebSite } = await readFacts(page);
    expect(Organization).toMatchObject({ name: "Taruva", url: `${shop.url}/` });
    expect(JSON.stringify(Organization)).not.toMatch(/REPLACE|sample|\.example|00000/i);
    expect(WebSite).toMatchObject({ url: `${shop.url}/` });
  },
);

test(
  "the sitemap lists every product, and each of its addresses is a page under that very address",
  { tag: "@front" },
  async ({ request, shop }) => {
    const answer = await request.get("/sitemap.xml");
    expect(answer.headers()["content-type"]).toMatch(/^application\/xml/);
    const addresses = [...(await answer.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) =>
      (loc ?? "").replace("&#39;", "'"),
    );
    const { data } = (await (await request.get("/api/products/list/")).json()) as { data: { _id: string }[] };
    for (const { _id } of data) expect(addresses).toContain(`${shop.url}/product-info/${_id}`);
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
  "robots.txt names the sitemap and shuts off the visitor's own pages",
  { tag: "@front" },
  async ({ request, shop }) => {
    const text = await (await request.get("/robots.txt")).text();
    expect(text).toContain(`Sitemap: ${shop.url}/sitemap.xml`);
    for (const path of ["/cart", "/checkout", "/orders", "/address", "/api/"])
      expect(text).toContain(`Disallow: ${path}\n`);
  },
);

test(
  "the visitor's own pages and the 404 page ask not to be listed",
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
