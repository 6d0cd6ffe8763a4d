import { brotliCompressSync, constants } from "node:zlib";
import type { Page } from "@playwright/test";
import { waitUntilAwake } from "../screens/steps.ts";
import { expect, phone, test } from "../support/shop.ts";
import { listCards, readPrices } from "./listing-page.ts";

/* The product listing (§2.5) with what can go wrong (§8, D34–D40). Nothing here needs a database of its own kind. */
test.describe("the listing", { tag: "@front" }, () => {
  test("shows what each parameter of the address asks for (§2.1, §2.5, D29, D34, D35)", async ({ page }) => {
    const all = await listCards(page, "/products");
    expect(all.length).toBeGreaterThan(20);

    const bowls = await listCards(page, "/products?category=Serveware&subcategory=Bowl");
    expect(bowls).toContain("Roz Acacia Everyday Bowl");
    expect(bowls.filter((title) => /fruit bowl/i.test(title))).toEqual([]);
    expect(await listCards(page, "/products?subcategory=bowl")).toEqual(bowls);
    expect(await listCards(page, "/wooden-bowls")).toEqual(bowls);

    const gathered = await listCards(page, "/products?collection=Evening%20Chai");
    expect(gathered.length).toBeGreaterThan(0);
    expect(gathered.length).toBeLessThan(all.length);

    await page.goto(
      "/products?material=teak%20WOOD&minPrice=1200&maxPrice=1900&sortOption=Price-low-to-High",
    );
    const prices = await readPrices(page);
    expect(prices.length).toBeGreaterThan(1);
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
    expect(Math.min(...prices)).toBeGreaterThanOrEqual(1_200);
    expect(Math.max(...prices)).toBeLessThanOrEqual(1_900);
    for (const wood of await page.locator("main article").getByText(/ cm$/).allTextContents()) {
      expect(wood).toMatch(/^Teak · \d+/);
    }
  });

  test("is light: what it weighs, plain and compressed, and how many elements it has", async ({ page }) => {
    for (const [address, { kb, compressedKb, elements }] of Object.entries({
      "/products": { kb: 60, compressedKb: 9.5, elements: 700 },
      "/": { kb: 74, compressedKb: 12, elements: 650 },
      "/product-info/acacia-lotus-fruit-bowl": { kb: 50, compressedKb: 9.5, elements: 480 },
    })) {
      const html = await (await page.request.get(address)).body();
      const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_LGWIN]: 18 };
      expect(html.length / 1_000, `${address} plain`).toBeLessThan(kb);
      expect(brotliCompressSync(html, { params }).length / 1_000, `${address} br`).toBeLessThan(compressedKb);
      expect(await countElements(page, html.toString()), `${address} elements`).toBeLessThanOrEqual(elements);
    }
  });

  test("has a picture in every ninth place on wide screens, none twice, and none of them on a phone", async ({
    page,
  }) => {
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
    await page.setViewportSize(phone);
    await page.goto("/products");
    await waitUntilAwake(page);
    const places = page.locator("main li").filter({ has: page.locator("article, a[href='/our-story']") });
    const scenes = page.locator("main li:has(> a)");
    await expect(page.getByRole("article")).toHaveCount(24);
    for (const scene of await scenes.all()) await expect(scene).toBeHidden();
    await page.getByRole("article").last().scrollIntoViewIfNeeded();

    expect(fetched.filter((path) => /story|offers/.test(path))).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(scenes.getByRole("link")).toHaveText(["From a tree, for the table", "Tableware"]);
    await expect(places.nth(8)).toHaveText("From a tree, for the table");
    await expect(scenes.last().getByRole("link")).toHaveAttribute("href", "/products?category=Tableware");
    const [scene, piece] = [await scenes.first().boundingBox(), await places.nth(9).boundingBox()];
    expect(scene?.height).toBe(piece?.height);
    const sources = await page
      .locator("main img:not([src^=data])")
      .evaluateAll((images) => images.map((image) => image.getAttribute("src")));
    expect(new Set(sources).size).toBe(sources.length);

    await page.goto("/products?category=Tableware");
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect(page.locator("main a[href='/products?category=Tableware']")).toHaveCount(0);
  });

  test("reads both vocabularies of sorting, and takes nonsense for Latest (§2.5, D37)", async ({ page }) => {
    const same: [label: string, internal: string][] = [
      ["Latest", "default"],
      ["Alphabetically A to Z", "atoz"],
      ["Alphabetically Z to A", "ztoa"],
      ["Price low to high", "Price-low-to-High"],
      ["Price high to low", "Price-High-to-Low"],
      ["Date old to new", "old-to-new"],
      ["Date new to old", "new-to-old"],
    ];
    for (const [label, internal] of same) {
      const one = await listCards(page, `/wooden-cutting-boards?sortOption=${encodeURIComponent(label)}`);
      await expect
        .soft(page.getByRole("combobox", { name: "Sort by" }), internal)
        .toHaveValue(label === "Date new to old" ? "Date new to old" : label);
      expect
        .soft(await listCards(page, `/wooden-cutting-boards?sortOption=${internal}`), internal)
        .toEqual(one);
    }
    const titles = await listCards(page, "/wooden-cutting-boards?sortOption=atoz");
    expect(titles).toEqual(titles.toSorted((one, other) => one.localeCompare(other, "en")));
    const latest = await listCards(page, "/wooden-cutting-boards");
    expect(await listCards(page, "/wooden-cutting-boards?sortOption=nonsense")).toEqual(latest);
    await expect(page.getByRole("combobox", { name: "Sort by" }).locator("option")).toHaveText([
      "Latest",
      "Featured",
      "Best Selling",
      "Alphabetically A to Z",
      "Alphabetically Z to A",
      "Price low to high",
      "Price high to low",
      "Date old to new",
      "Date new to old",
    ]);
  });

  test("puts what is applied into the address and into tags; a tag takes its filter off (§2.5)", async ({
    page,
  }) => {
    await page.goto("/products?category=Serveware");
    await waitUntilAwake(page);
    await page.getByText("Acacia wood", { exact: true }).first().click();
    await page.getByLabel("Min price (₹)").first().fill("500");
    await page.getByLabel("Max price (₹)").first().fill("2500");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(
      "/products?category=Serveware&material=Acacia%20wood&minPrice=500&maxPrice=2500",
    );
    await page.getByRole("combobox", { name: "Sort by" }).selectOption("Price high to low");
    await expect(page).toHaveURL(/sortOption=Price%20high%20to%20low/);

    const tags = page.getByRole("list", { name: "Active filters" });
    await expect(tags.getByRole("link")).toHaveText([
      /Acacia wood/,
      /₹500\.00 to ₹2500\.00 before GST/,
      /Price high to low/,
      /Clear all/,
    ]);
    await tags.getByRole("link", { name: /₹500/ }).click();
    await expect(page).toHaveURL(
      "/products?category=Serveware&material=Acacia%20wood&sortOption=Price%20high%20to%20low",
    );
    await tags.getByRole("link", { name: /Acacia/ }).click();
    await tags.getByRole("link", { name: /Price high/ }).click();
    await expect(page).toHaveURL("/products?category=Serveware");
    await expect(tags).toBeHidden();
  });

  test("says what is wrong with a price, and applies nothing (§2.5, D38)", async ({ page }) => {
    await page.goto("/products");
    await waitUntilAwake(page);
    await page.getByLabel("Min price (₹)").first().fill("2000");
    await page.getByLabel("Max price (₹)").first().fill("1000");
    await page.keyboard.press("Enter");
    await expect(
      page.getByText("The highest price is below the lowest. Please turn them around.").first(),
    ).toBeVisible();
    await expect(page).toHaveURL("/products");
  });

  test("has a title, a description and a hero of its own for each kind (§2.5)", async ({ page }) => {
    const reported = new Set<string>();
    for (const kind of [
      "Tray",
      "Platter",
      "Chopping Board",
      "Cheese Board",
      "Chip & Dip",
      "Bowl",
      "Lazy Susan",
    ]) {
      await page.goto(`/products?subcategory=${encodeURIComponent(kind)}`);
      reported.add(
        `${await page.title()} ${await page.locator("meta[name=description]").getAttribute("content")}`,
      );
      await expect(page.getByRole("heading", { level: 1 })).toContainText(
        kind === "Chip & Dip" ? kind : new RegExp(kind),
      );
    }
    expect(reported.size).toBe(7);
  });

  test("adds from the card without leaving, and the rest of the card leads to the product (§2.4, §2.5, D12, D24)", async ({
    page,
  }) => {
    await page.goto("/wooden-bowls");
    await waitUntilAwake(page);
    const card = page.getByRole("article").filter({ hasText: "Roz Acacia Everyday Bowl" });
    await card.getByRole("button", { name: /Add to Bag/ }).click();
    await expect(page.getByTestId("cart-badge")).toHaveText("1");
    await expect(page).toHaveURL("/wooden-bowls");
    await card.getByRole("link").first().click();
    await expect(page).toHaveURL("/product-info/acacia-everyday-bowl");
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });

  test("says on each card its wood, its size and that GST comes on top; presets say so too (§2.4, D106)", async ({
    page,
  }) => {
    await page.goto("/products?collection=Diwali%20Gifting");
    await waitUntilAwake(page);
    const card = page.getByRole("article").filter({ hasText: "Aranya Acacia Serving Tray" });
    await expect(card).toContainText("Acacia · 46 × 30 cm");
    await expect(card).toContainText(/₹2499\.00 \+ GST.*₹3299\.00 24% OFF/);
    await page.getByRole("link", { name: "₹1,500" }).click();
    await expect(page).toHaveURL("/products?collection=Diwali%20Gifting&maxPrice=1500");
    const tags = page.getByRole("list", { name: "Active filters" }).getByRole("link");
    await expect(tags).toHaveText([/Up to ₹1500\.00 before GST/]);
    await expect(page.getByLabel("Max price (₹)").first()).toHaveValue("1500");
    await expect.poll(async () => Math.max(...(await readPrices(page)))).toBeLessThanOrEqual(1_500);
    await page.getByRole("link", { name: "₹1,500" }).click();
    await expect(page).toHaveURL("/products?collection=Diwali%20Gifting");
  });

  test("has 'Add to Bag' on a card where the pointer or the focus is; where one touches, always (§2.5)", async ({
    page,
    browser,
    shop,
  }) => {
    await page.goto("/wooden-bowls");
    await waitUntilAwake(page);
    const card = page.getByRole("article").first();
    const add = card.getByRole("button", { name: /^Add to Bag/ });
    await expect(add).toHaveCSS("opacity", "0");
    await card.hover();
    await expect(add).toHaveCSS("opacity", "1");
    const [title, button] = [await card.getByRole("heading").boundingBox(), await add.boundingBox()];
    expect(title && button && button.y + button.height < title.y).toBe(true);
    await page.mouse.move(0, 0);
    await expect(add).toHaveCSS("opacity", "0");
    await card.getByRole("link").focus();
    await page.keyboard.press("Tab");
    await expect(add).toBeFocused();
    await expect(add).toHaveCSS("opacity", "1");

    const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true });
    const touched = await context.newPage();
    await touched.goto(`${shop.url}/wooden-bowls`);
    await expect(touched.getByRole("button", { name: /^Add to Bag/ }).first()).toHaveCSS("opacity", "1");
    await context.close();
  });

  test("applies what was chosen before the scripts were there (§2.5)", async ({ page }) => {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/products", { waitUntil: "commit" });
    await page.getByText("Teak wood", { exact: true }).first().click();
    goOn();
    await expect(page).toHaveURL("/products?material=Teak%20wood");
  });

  test("distinguishes an empty shop from an empty category (§2.5, D39)", async ({ page }) => {
    await page.goto("/products?minPrice=90000");
    await expect(page.getByText("No products available", { exact: true })).toBeVisible();
    await page.goto("/products?category=Garden");
    await expect(page.getByText("No products available in this category.", { exact: true })).toBeVisible();
  });

  test("can be filtered without scripts, by a plain form (§2.5)", async ({ browser, shop }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url });
    const page = await context.newPage();
    await page.goto("/wooden-bowls");
    await page.getByText("Acacia wood", { exact: true }).first().click();
    await page.getByRole("button", { name: "Apply" }).first().click();
    await expect(page).toHaveURL(/\/wooden-bowls\?.*material=Acacia/);
    await expect(page.getByRole("article").filter({ hasText: "Roz Acacia Everyday Bowl" })).toContainText(
      "Acacia · 20 cm across",
    );
    await expect(page.getByRole("article").filter({ hasText: "Mango ·" })).toHaveCount(0);
    await context.close();
  });
});

/** As the page is sent to a browser with scripts: what they add to it later is not counted. */
const countElements = (page: Page, html: string): Promise<number> =>
  page.evaluate(
    (text) => new DOMParser().parseFromString(text, "text/html").querySelectorAll(":not(noscript *)").length,
    html,
  );
