import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import { waitForFrames, stepTo, waitUntilAwake } from "../screens/steps.ts";
import { createRegularCustomer } from "../support/regular-customer.ts";
import { expect, phone, test } from "../support/shop.ts";
import { storeSession } from "../support/visitors.ts";

/** Every address of §2.1, the heading its screen begins with, and the one address it is known by (D26–D29). */
const routes: [heading: string, canonical: string, ...addresses: string[]][] = [
  ["Taruva: handcrafted wooden kitchenware", "/", "/"],
  ["Everything from the workshop", "/products", "/products", "/products/", "/wooden-kitchenware"],
  ["Trays", "/wooden-serving-trays", "/wooden-serving-trays", "/products?subcategory=Tray"],
  ["Chopping Boards", "/wooden-cutting-boards", "/wooden-cutting-boards"],
  ["Bowls", "/wooden-bowls", "/wooden-bowls", "/products?subcategory=bowl"],
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
  ["Welcome back", "/log-in", "/log-in", "/login", "/logout", "/log-in?redirect=%2Fcheckout"],
  ["Open an account", "/sign-up", "/sign-up", "/register"],
  ["A new password", "/forgot-password", "/forgot-password"],
  ["From a tree, for the table", "/our-story", "/our-story", "/about-us"],
  ["Contact us", "/contact-us", "/contact-us", "/contact"],
  ["Return and refund policy", "/refund-policy", "/refund-policy"],
  ["Terms and conditions", "/terms-condition", "/terms-condition", "/terms"],
  ["Shipping policy", "/shipping-policy", "/shipping-policy", "/shipping"],
  ["How did we do?", "/feedback-form", "/feedback-form", "/feedback"],
  ["Your orders", "/orders", "/orders"],
  ["Addresses", "/address", "/address", "/account/addresses"],
];

test.describe("addresses", { tag: "@front" }, () => {
  test("each form of each route answers with its screen, and has its one canonical address (§2.1, D27, D28)", async ({
    request,
    shop,
  }) => {
    for (const [heading, canonical, ...addresses] of routes) {
      for (const address of addresses) {
        const page = await request.get(address, { headers: asBrowser });
        const html = await page.text();
        expect.soft(page.status(), address).toBe(200);
        expect.soft(findHeading(html), address).toContain(heading);
        expect.soft(findCanonical(html), address).toBe(shop.url + canonical);
      }
    }
  });

  test("the six Hot Products tiles lead to their products, and no further one exists (§2.1, D26)", async ({
    request,
    shop,
  }) => {
    for (const tile of [1, 2, 3, 4, 5, 6]) {
      const page = await request.get(`/product-${tile}`, { headers: asBrowser });
      expect.soft(page.status(), `tile ${tile}`).toBe(200);
      expect.soft(page.url(), `tile ${tile}`).toMatch(new RegExp(`^${shop.url}/(product-info/|products\\?)`));
    }
    expect((await request.get("/product-7", { headers: asBrowser })).status()).toBe(404);
  });

  test("whatever else is asked for is the 404 screen, with the status 404 (§2.1, D32)", async ({
    request,
    shop,
  }) => {
    for (const address of [
      "/no-such-page",
      "/a/b/c",
      "/product-info/",
      "/order-details",
      "/account",
      "/addresses/x",
      "/%E0%A4%A",
      // Not the page of a host named x.
      "//x/products",
      "//x//cart?redirect=1",
      "/\\x/products",
    ]) {
      const page = await request.get(shop.url + address, { headers: asBrowser });
      const html = await page.text();
      expect.soft(page.status(), address).toBe(404);
      expect.soft(findHeading(html), address).toBe("Oops! Page Not Found");
      expect.soft(html, address).toContain('name="robots" content="noindex"');
    }
    const call = await request.get("/addresses/x", { headers: { accept: "application/json" } });
    expect(call.status()).toBe(401);
    expect(await call.json()).toHaveProperty("message");
  });

  test("a malformed call is answered as a call, and two Host headers by nothing else (D32)", async ({
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

  test("a product that is not there is 404 on its own screen (§2.6, §8)", async ({ request }) => {
    const page = await request.get("/product-info/not-a-product", { headers: asBrowser });
    expect(page.status()).toBe(404);
    const html = await page.text();
    expect(findHeading(html)).toBe("Something went wrong");
    expect(html).toContain("Back to Products");
  });

  test("the 404 screen leads home, to everything, to six kinds and to us (§2.19, D29)", async ({ page }) => {
    await page.goto("/no-such-page");
    const main = page.getByRole("main");
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
    ]) {
      await expect(main.locator(`a[href="${href}"]`).first(), href).toBeVisible();
    }
  });

  test("a step to an unknown address inside the shop shows the 404 screen as well (§2.1, D32)", async ({
    page,
  }) => {
    await page.goto("/contact-us");
    await stepTo(page, "/no-such-page");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Oops! Page Not Found");
    await expect(page).toHaveTitle(/Oops! Page Not Found/);
  });
});

test("/logout ends the session and shows the login (§2.1, D30)", async ({ page, context, shop }) => {
  await storeSession(context, await createRegularCustomer(shop.url, `meera.leaving.${Date.now()}`));
  await page.goto("/logout");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back");
  await expect
    .poll(() =>
      page.evaluate(() => ["user", "accessToken", "refreshToken"].filter((key) => localStorage.getItem(key))),
    )
    .toEqual([]);
  await page.goto("/orders");
  await expect(page.getByText("Unauthorized! Please log in.")).toBeVisible();
});

test.describe("scrolling", { tag: "@front" }, () => {
  test.use({ viewport: phone });

  test("a step forward goes smoothly to the top, a step back to where one was (§2.1, D31)", async ({
    page,
  }) => {
    const scrolls = await listenForScrolls(page);
    await page.goto("/products");
    await waitUntilAwake(page);
    await scrollTo(page, 1_200);
    await stepTo(page, "/our-story");
    await expect.poll(() => readTop(page)).toBe(0);
    expect(await scrolls()).toContain("smooth");
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Everything from the workshop");
    await expect.poll(() => readTop(page)).toBe(1_200);
    await page.goForward();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("From a tree, for the table");
    await expect.poll(() => readTop(page)).toBe(0);
  });

  test("a filter leaves the page where it is (§2.1, D31)", async ({ page }) => {
    await page.goto("/products?material=Acacia%20wood&minPrice=100");
    await waitUntilAwake(page);
    await scrollTo(page, 300);
    await page.getByRole("link", { name: /^Remove From/ }).evaluate((tag: HTMLElement) => tag.click());
    await expect(page).toHaveURL(/material=Acacia%20wood$/);
    await waitForFrames(page);
    expect(await readTop(page)).toBe(300);
  });

  test("who wants less motion is at the top at once (§2.1, D31)", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const scrolls = await listenForScrolls(page);
    await page.goto("/products");
    await waitUntilAwake(page);
    await scrollTo(page, 1_200);
    await stepTo(page, "/our-story");
    await expect.poll(() => readTop(page)).toBe(0);
    expect(await scrolls()).not.toContain("smooth");
  });
});

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

/** How the page was asked to scroll since it was opened: `smooth`, `instant`. */
async function listenForScrolls(page: Page): Promise<() => Promise<string[]>> {
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

/** A request as it is written, which no client would send. */
async function ask(port: number, line: string, headers: readonly string[]) {
  const socket = connect(port, "127.0.0.1");
  socket.write([line, ...headers, "Connection: close", "", ""].join("\r\n"));
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), headers: head.toLowerCase(), body };
}
