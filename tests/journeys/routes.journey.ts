import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import { waitForFrames, stepTo, waitUntilAwake } from "../screens/steps.ts";
import { expect, phone, test } from "../support/journey-shop.ts";

/** The routes of §2.1 (D26–D29): the heading of each page, its canonical path, and all paths that show the page. */
const routes: [heading: string, canonical: string, ...addresses: string[]][] = [
  ["Taruva: handcrafted wooden kitchenware", "/", "/", "/?utm_source=letter"],
  [
    "Everything from the workshop",
    "/products",
    "/products",
    "/products/",
    "/wooden-kitchenware",
    "/wooden-kitchenware?sortOption=atoz",
  ],
  ["Evening Chai", "/products?collection=Evening%20Chai", "/products?collection=evening+chai"],
  ["Trays", "/wooden-serving-trays", "/wooden-serving-trays", "/products?subcategory=Tray"],
  ["Chopping Boards", "/wooden-cutting-boards", "/wooden-cutting-boards"],
  [
    "Bowls",
    "/wooden-bowls",
    "/wooden-bowls",
    "/products?subcategory=bowl",
    "/products?subcategory=Bowl&material=Teak+wood&maxPrice=2000&page=2",
  ],
  ["Platters", "/wooden-platters", "/wooden-platters"],
  ["Cheese Boards", "/wooden-cheese-boards", "/wooden-cheese-boards"],
  ["Chip &amp; Dip", "/wooden-chip-dip-bowls", "/wooden-chip-dip-bowls"],
  [
    "Roz Acacia Everyday Bowl",
    "/product-info/acacia-everyday-bowl",
    "/product-info/acacia-everyday-bowl",
    "/product/acacia-everyday-bowl",
  ],
  ["My Shopping Cart", "/cart", "/cart", "/cartPage", "/cart/"],
  ["Shipping Information", "/checkout", "/checkout"],
  ["Log in", "/log-in", "/log-in", "/login", "/logout", "/log-in?redirect=%2Fcheckout"],
  ["Create an account", "/sign-up", "/sign-up", "/register"],
  ["A new password", "/forgot-password", "/forgot-password"],
  ["From a tree, for the table", "/our-story", "/our-story", "/about-us"],
  ["Contact us", "/contact-us", "/contact-us", "/contact"],
  ["Return and refund policy", "/refund-policy", "/refund-policy"],
  ["Terms and conditions", "/terms-condition", "/terms-condition", "/terms"],
  ["Shipping policy", "/shipping-policy", "/shipping-policy", "/shipping"],
  ["Privacy notice", "/privacy", "/privacy"],
  ["Questions and answers", "/faq", "/faq"],
  ["Care guide", "/care", "/care"],
  ["How did we do?", "/feedback-form", "/feedback-form", "/feedback"],
  ["Your orders", "/orders", "/orders"],
  ["Addresses", "/address", "/address", "/account/addresses"],
];

test.describe("URLs of the pages", { tag: "@front" }, () => {
  test("every spelling of a route shows the same page, with one canonical URL (§2.1, D27, D28)", async ({
    request,
    shop,
  }) => {
    for (const [heading, canonical, ...addresses] of routes)
      for (const address of addresses) {
        const page = await request.get(address, { headers: asBrowser });
        const html = await page.text();
        expect.soft(page.status(), address).toBe(200);
        expect.soft(findHeading(html), address).toContain(heading);
        expect.soft(findCanonical(html), address).toBe(shop.url + canonical);
      }
  });

  test("each Hot Products URL leads to a product or a listing (§2.1, D26)", async ({ request, shop }) => {
    for (const tile of [1, 2, 3, 4, 5, 6]) {
      const page = await request.get(`/product-${tile}`, { headers: asBrowser });
      expect.soft(page.status(), `tile ${tile}`).toBe(200);
      expect.soft(page.url(), `tile ${tile}`).toMatch(new RegExp(`^${shop.url}/(product-info/|products\\?)`));
    }
  });

  test("an unknown URL shows the 404 page, with links to the home page, six categories and contact (§2.1, §2.6, §2.19, §8, D29, D32)", async ({
    request,
    shop,
  }) => {
    for (const address of [
      "/no-such-page",
      "/product-7",
      "/a/b/c",
      "/product-info/",
      "/order-details",
      "/account",
      "/addresses/x",
      "/%E0%A4%A",
      // The server must treat such a URL as a path, and not as a page on a host with the name x.
      "//x/products",
      "//x//cart?redirect=1",
      "/\\x/products",
    ]) {
      const page = await request.get(shop.url + address, { headers: asBrowser });
      const html = await page.text();
      expect.soft(page.status(), address).toBe(404);
      expect.soft(findHeading(html), address).toBe("Oops! Page Not Found");
      expect.soft(html, address).toContain('name="robots" content="noindex"');
      const [, main = ""] = /<main.*?>(.*)<\/main>/s.exec(html) ?? [];
      for (const href of [
        "/",
        "/products",
        "/wooden-serving-trays",
        "/wooden-cutting-boards",
        "/wooden-bowls",
        "/wooden-platters",
        "/wooden-cheese-boards",
        "/wooden-chip-dip-bowls",
        "/contact-us",
      ])
        expect.soft(main, address).toContain(`href="${href}"`);
    }
    const product = await request.get("/product-info/not-a-product", { headers: asBrowser });
    const html = await product.text();
    expect([product.status(), findHeading(html)]).toEqual([404, "Something went wrong"]);
    expect(html).toContain("Back to Products");
    const call = await request.get("/addresses/x", { headers: { accept: "application/json" } });
    expect(call.status()).toBe(401);
    expect(await call.json()).toHaveProperty("message");
  });

  test("a malformed API call, and a request with two Host headers, get a JSON error (D32)", async ({
    shop,
  }) => {
    const { port } = new URL(shop.url);
    for (const path of ["/addresses", "/addresses%2Fx", "/addresses;x", "/addresses/%zz", "/api%2Forders"]) {
      const { status, headers, body } = await ask(Number(port), `GET ${path} HTTP/1.1`, [`Host: x:${port}`]);
      expect.soft([400, 404], path).toContain(status);
      expect.soft(headers, path).toContain("application/json");
      expect.soft(JSON.parse(body), path).toMatchObject({ success: false });
    }
    for (const path of ["/", "/api/products/list/", "/cart?x=1"]) {
      const hosts = [`Host: 127.0.0.1:${port}`, "host: evil.example"];
      const { status, body } = await ask(Number(port), `GET ${path} HTTP/1.1`, hosts);
      expect.soft(status, path).toBe(400);
      expect.soft(JSON.parse(body), path).toMatchObject({ success: false, code: "bad_request" });
    }
  });
});

test(
  "a new page scrolls to the top, Back returns to the old position, and a filter does not scroll (§2.1, D31)",
  { tag: "@front" },
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.setViewportSize(phone);
    const listScrolls = await recordScrolls(page);
    await page.goto("/products?material=Acacia%20wood&minPrice=100");
    await waitUntilAwake(page);
    await scrollTo(page, 300);
    // When the row of filter tags above disappears, the browser keeps the cards in place (scroll anchoring).
    const piece = page.getByRole("article").nth(3);
    const previous = await piece.boundingBox();
    await page.getByRole("link", { name: /^Remove From/ }).evaluate((tag: HTMLElement) => tag.click());
    await expect(page).toHaveURL(/material=Acacia%20wood$/);
    await waitForFrames(page);
    expect(await piece.boundingBox()).toEqual(previous);

    await scrollTo(page, 1_200);
    await waitForFrames(page);
    await interruptNextScroll(page);
    await stepTo(page, "/our-story");
    await expect.poll(() => readTop(page)).toBe(0);
    expect(await listScrolls()).toContain("smooth");
    await page.goBack();
    await expect(page).toHaveURL(/material=Acacia%20wood$/);
    await expect.poll(() => readTop(page)).toBe(1_200);
    await page.goForward();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("From a tree, for the table");
    await expect.poll(() => readTop(page)).toBe(0);
    await stepTo(page, "/no-such-page");
    await expect(page).toHaveTitle(/Oops! Page Not Found/);

    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/products");
    await waitUntilAwake(page);
    await scrollTo(page, 1_200);
    await stepTo(page, "/our-story");
    await expect.poll(() => readTop(page)).toBe(0);
    expect(await listScrolls()).not.toContain("smooth");
  },
);

const asBrowser = { accept: "text/html,application/xhtml+xml" };

const findHeading = (html: string): string =>
  (/<h1[^>]*>(?<words>.*?)<\/h1>/s.exec(html)?.groups?.["words"] ?? "").replaceAll(/<[^>]+>/g, "");

const findCanonical = (html: string): string | undefined =>
  /rel="canonical" href="(?<href>[^"]+)"/.exec(html)?.groups?.["href"];

const readTop = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
  await expect.poll(() => readTop(page)).toBe(top);
}

/** Ends the next smooth scrolling early, as a change of the layout can do. */
const interruptNextScroll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const interrupt = () => window.scrollBy({ top: 1, behavior: "instant" });
    window.addEventListener("scroll", interrupt, { once: true });
  });

/** Returns a function that lists the behaviour of each scroll in the current document: `smooth` or `instant`. */
async function recordScrolls(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const scrolls: string[] = [];
    const move = window.scrollTo.bind(window);
    window.scrollTo = ((how: ScrollToOptions) => {
      scrolls.push(how.behavior ?? "auto");
      move(how);
    }) as typeof window.scrollTo;
    Object.assign(window, { scrolls });
  });
  return () => page.evaluate(() => (window as unknown as { scrolls: string[] }).scrolls);
}

/** Sends a raw HTTP request that a normal HTTP client refuses to send. */
async function ask(port: number, line: string, headers: readonly string[]) {
  const socket = connect(port, "127.0.0.1");
  socket.write([line, ...headers, "Connection: close", "", ""].join("\r\n"));
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), headers: head.toLowerCase(), body };
}
