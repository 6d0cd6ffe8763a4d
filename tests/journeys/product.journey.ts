import type { Page, Route } from "@playwright/test";
import { calls, stepTo } from "../screens/steps.ts";
import { expect, test } from "../support/shop.ts";

/* §2.6: the product page, and what stands below its specified parts. */

const TRAY = "/product-info/aranya-acacia-serving-tray-brass";
/** A part of the page by its heading. */
const getPart = (page: Page, heading: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: heading, exact: true }) });
const getTitle = (page: Page) => page.getByRole("heading", { level: 1 });

for (const width of [360, 430, 768, 1024, 1280]) {
  test(`nothing is wider than the window at ${width} px`, { tag: "@front" }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(TRAY);
    await expect(getTitle(page)).toBeVisible();
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(page.locator("html")).toHaveJSProperty("scrollWidth", width);
  });
}

test(
  "breadcrumb, prices, note, specifications, description, offer, policies and sizes (§2.6, D4, D7, D78)",
  { tag: "@front" },
  async ({ page }) => {
    await page.goto(TRAY);
    await expect(page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("listitem")).toHaveText([
      "Home",
      "Products",
      "Serveware",
      "Tray",
      "Aranya Acacia Serving Tray with Brass Handles",
    ]);
    await expect(page.getByText("Aranya अरण्य, forest")).toBeVisible();
    expect(await page.evaluate(() => document.fonts.check('16px "Taruva Devanagari"', "अरण्य"))).toBe(true);
    const requested = page.getByRole("paragraph").filter({ hasText: "Original price" }).first();
    await expect(requested).toHaveText(/^₹2499\.00.*Original price ₹3299\.00.*24% OFF/);
    await expect(page.getByText("₹2948.82 including GST")).toBeVisible();
    await expect(
      page.getByRole("link", { name: "Tax Included. Shipping Policy at Checkout" }),
    ).toHaveAttribute("href", "/shipping-policy");
    // Directly under the price, and a way to the drawing.
    await expect(page.getByRole("link", { name: "45.7 × 30.5 × 6.4 cm" })).toHaveAttribute("href", "#size");
    for (const policy of ["Assured Delivery", "Easy Cancellation", "1 Year Warranty", "7 Days Replacement"]) {
      await expect(page.getByText(policy, { exact: true })).toBeVisible();
    }
    const specifications = getPart(page, "Specifications");
    await expect(specifications.getByRole("term")).toHaveText([
      "Category",
      "Material",
      "Length",
      "Breadth",
      "Height",
    ]);
    await expect(specifications.getByRole("link", { name: "Serveware" })).toHaveAttribute(
      "href",
      "/products?category=Serveware",
    );
    await expect(getPart(page, "About this item")).toContainText(/\w{4}/);
    const offer = page.getByRole("region", { name: "Special offer" });
    await expect(offer.getByRole("heading")).toHaveText("₹99 off every order");
    await expect(offer.getByRole("listitem")).toHaveCount(3);
    const places = page.getByRole("list", { name: "Share on" }).getByRole("link");
    await expect(places).toHaveText(["WhatsApp", "Pinterest", "Facebook"]);
    await expect(places.last()).toHaveAttribute(
      "href",
      /facebook\.com.*=http.*%2Fproduct-info%2Faranya-acacia/,
    );
    await expect(page.getByRole("figure")).toContainText("18 × 12 × 2.5 in (45.7 × 30.5 × 6.4 cm)");
  },
);

test(
  "the delivery dates are those of the shop's clock, and move on at 17:00",
  { tag: "@front" },
  async ({ page }) => {
    await page.clock.install({ time: new Date("2026-11-02T16:58:30+05:30") });
    await page.goto(TRAY);
    const expected = page.getByText("Order today, arrives");
    await expect(expected).toContainText("Wed 11 – Tue 17 Nov");
    await page.clock.runFor(120_000);
    await expect(expected).toContainText("Thu 12 – Wed 18 Nov");
  },
);

test("the page as it is cached promises no day", { tag: "@front" }, async ({ request }) => {
  const html = await (await request.get(TRAY)).text();
  expect(html).toContain("in 7–11 business days");
  expect(html).not.toMatch(/(Mon|Tue|Wed|Thu|Fri) \d+ –/);
});

test(
  "the gallery goes round both ways, and comes nearer while the page stands still (§2.6, D25)",
  { tag: "@front" },
  async ({ page }) => {
    await page.goto(TRAY);
    const gallery = page.getByRole("region", { name: "Photographs" });
    const picture = await gallery.getByRole("button", { name: "Look closer" }).boundingBox();
    const arrow = await gallery.getByRole("button", { name: "Previous photograph" }).boundingBox();
    expect(picture && arrow && arrow.y >= picture.y + picture.height).toBe(true);
    await gallery.getByRole("button", { name: "Previous photograph" }).click();
    await expect(gallery.getByText("Photograph 4 of 4", { exact: true })).toBeAttached();
    await gallery.getByRole("button", { name: "Next photograph" }).click();
    await expect(gallery.getByText("Photograph 1 of 4", { exact: true })).toBeAttached();
    await gallery.getByRole("button", { name: "Look closer" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.locator("html")).toHaveCSS("overflow", "hidden");
    const near = page.getByRole("dialog").getByRole("button", { name: "See it whole" });
    await expect
      .poll(async () => Math.round((await near.boundingBox())?.width ?? 0))
      .toBe(Math.round(2 * (picture?.width ?? 0)));
    // The page's own picture stands in for the larger one, not a blurred one.
    await expect(near.locator("span > img").first()).not.toHaveAttribute("src", /^data:/);
    await near.click();
    const whole = page.getByRole("dialog").getByRole("button", { name: "Bring it nearer" });
    expect((await whole.boundingBox())?.height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(gallery.getByRole("button", { name: "Look closer" })).toBeFocused();
  },
);

test(
  "'Buy Now' adds the chosen quantity and goes to the cart; there the page shows it again (§2.6, D14)",
  { tag: "@front" },
  async ({ page }) => {
    await page.goto(TRAY);
    await page
      .getByRole("button", { name: /increase/i })
      .first()
      .click();
    await page.getByRole("button", { name: "Buy Now" }).click();
    await expect(page).toHaveURL("/cart");
    await expect(page.getByText("₹4998.00").first()).toBeVisible();
    await expect(page.getByText("Order today, arrives")).toBeVisible();
    await page.goto(TRAY);
    await expect(page.getByText("In your bag", { exact: true })).toBeVisible();
  },
);

test(
  "a piece that is sold out promises no delivery, cannot be bought and leads on (§2.6, D22)",
  { tag: "@front" },
  async ({ page }) => {
    await page.goto("/product-info/mango-wave-rim-bowl");
    const details = page.getByRole("main");
    await expect(details.getByText("Sold out", { exact: true })).toBeVisible();
    await expect(details.getByRole("link", { name: "See other bowls" })).toHaveAttribute(
      "href",
      "/products?subcategory=Bowl",
    );
    await expect(details.getByText("₹", { exact: false }).first()).toBeVisible();
    await expect(details.getByText("Order today, arrives")).toHaveCount(0);
    await expect(details.getByRole("button", { name: "Buy Now" })).toHaveCount(0);
  },
);

test("four pieces go with it, none of its kind and none sold out", { tag: "@front" }, async ({ page }) => {
  await page.goto(TRAY);
  const beside = page.getByRole("region", { name: "Pairs well with" });
  await expect(beside.getByRole("listitem")).toHaveCount(4);
  await expect(beside.getByText("Sold out")).toHaveCount(0);
  await expect(beside.getByRole("heading", { level: 3 }).filter({ hasText: "Tray" })).toHaveCount(0);
});

test(
  "what was looked at before is shown, the latest first and never the present one",
  { tag: "@front" },
  async ({ page }) => {
    for (const id of ["mango-round-tray", "teak-tissue-box"]) {
      await page.goto(`/product-info/${id}`);
      await expect(getTitle(page)).toBeVisible();
      await expect.poll(() => page.evaluate(() => localStorage.getItem("taruva.viewed"))).toContain(id);
    }
    await page.goto(TRAY);
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    const seen = page.getByRole("region", { name: "Recently viewed" }).getByRole("heading", { level: 3 });
    await expect(seen).toHaveCount(2);
    await expect(seen.last()).toContainText("Round Tray");
    await page.getByRole("button", { name: /^Add to Bag: .*Round Tray/ }).click();
    await expect(page.getByTestId("cart-badge")).toHaveText("1");
    await seen.last().getByRole("link").click();
    await expect(page).toHaveURL("/product-info/mango-round-tray");
    await expect(getTitle(page)).toContainText("Round Tray");
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(seen).toHaveCount(2);
    await expect(seen.first()).toContainText("Aranya");
  },
);

const unlucky: [what: string, answer: Parameters<Route["fulfill"]>[0], words: string, pieces: number][] = [
  [
    "cannot be loaded",
    { status: 500, json: {} },
    "We couldn’t load this product right now. Please refresh or try again in a moment.",
    0,
  ],
  ["is no product", { json: { success: true } }, "This product could not be displayed.", 3],
];
for (const [what, answer, words, pieces] of unlucky) {
  test(
    `a product on its way has its shape; one that ${what} says so and leads back (§2.6, §3, §4, §8)`,
    { tag: "@front" },
    async ({ page }) => {
      const { promise: enough, resolve: goOn } = Promise.withResolvers<void>();
      await page.route(calls.product, async (route) => {
        await enough;
        await route.fulfill(answer);
      });
      await page.goto("/our-story");
      // A link without its card behind it: what was passed along would be shown first (D24).
      await stepTo(page, "/product-info/mango-round-tray");
      await expect(page.getByRole("status").filter({ hasText: "Loading the product…" })).toBeAttached();
      goOn();
      await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
      await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByRole("link", { name: "Back to Products" })).toHaveAttribute("href", "/products");
      const others = page.getByRole("region", { name: "Three pieces to begin with" });
      await expect(others.getByRole("link")).toHaveCount(pieces);
    },
  );
}

test(
  "a card's product: code and data come ahead, title, price and picture show before the answer (D24)",
  { tag: "@front" },
  async ({ page }) => {
    const { promise: enough, resolve: goOn } = Promise.withResolvers<void>();
    let times = 0;
    await page.route(calls.product, async (route) => {
      times++;
      await enough;
      await route.continue();
    });
    const code = page.waitForRequest(/\/assets\/product-[^/]+\.js$/);
    await page.goto("/wooden-bowls");
    await code;
    const card = page.getByRole("article").filter({ hasText: "Roz Acacia Everyday Bowl" });
    const [price = ""] = (await card.innerText()).match(/₹\d+\.\d\d/) ?? [];
    const data = page.waitForRequest(calls.product);
    await card.hover();
    await data;
    await card.getByRole("link").first().click();
    await expect(getTitle(page)).toHaveText("Roz Acacia Everyday Bowl");
    await expect(page.getByRole("main").getByText(price).first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Photographs" }).getByRole("img").first()).toBeVisible();
    const about = page.getByRole("main").locator("section").filter({ hasText: "About this item" });
    await expect(about.getByRole("paragraph")).toHaveCount(0);
    goOn();
    await expect(about.getByRole("paragraph").first()).toBeVisible();
    expect(times).toBe(1);
  },
);
