import { brotliCompressSync, constants } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import { waitUntilAwake } from "../screens/steps.ts";
import { expect, phone, test } from "../support/journey-shop.ts";

async function listCards(page: Page, address: string): Promise<string[]> {
  await page.goto(address);
  return page.locator("main article h2").allTextContents();
}

const readPrices = (page: Page): Promise<number[]> =>
  page
    .locator("main article")
    .evaluateAll((cards) =>
      cards.map((card) =>
        Math.min(
          ...[...(card.textContent ?? "").matchAll(/₹(\d+\.\d\d)/g)].map(([, rupees]) => Number(rupees)),
        ),
      ),
    );

test.describe("the product listing, its filters and cards", { tag: "@front" }, () => {
  test("the listing applies the filters of its URL, and filters, tags and price presets change the URL (§2.1, §2.4, §2.5, D29, D34, D35, D37, D106)", async ({
    page,
  }) => {
    const bowls = await listCards(page, "/products?category=Serveware&subcategory=Bowl");
    expect(bowls).toContain("Roz Acacia Everyday Bowl");
    expect(bowls.filter((title) => /fruit bowl/i.test(title))).toEqual([]);
    expect(await listCards(page, "/wooden-bowls")).toEqual(bowls);

    await page.goto(
      "/products?material=teak%20WOOD&minPrice=1200&maxPrice=1900&sortOption=Price-low-to-High",
    );
    await waitUntilAwake(page);
    const prices = await readPrices(page);
    expect(prices.length).toBeGreaterThan(1);
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
    expect(prices.filter((price) => price < 1_200 || price > 1_900)).toEqual([]);
    const woods = await page.locator("main article").getByText(/ cm$/).allTextContents();
    expect(woods.length).toBeGreaterThan(1);
    for (const wood of woods) expect(wood).toMatch(/^Teak · \d+/);
    await page.getByRole("combobox", { name: "Sort by" }).selectOption("Price high to low");
    await expect(page).toHaveURL(/sortOption=Price%20high%20to%20low/);
    await expect.poll(() => readPrices(page)).toEqual(prices.toReversed());
    const tags = page.getByRole("list", { name: "Active filters" }).getByRole("link");
    await expect(tags).toHaveText([
      /Teak wood/,
      /₹1200\.00 to ₹1900\.00 before GST/,
      /Price high to low/,
      /Clear all/,
    ]);
    await tags.filter({ hasText: "₹1200" }).click();
    await expect(page).toHaveURL(/^(?!.*Price=)/);
    await expect.poll(async () => (await readPrices(page)).length).toBeGreaterThan(prices.length);
    const [min, max] = (["Min", "Max"] as const).map((bound) => page.getByLabel(`${bound} price (₹)`));
    const width = (await max?.boundingBox())?.width;
    await min?.fill("1900");
    await max?.fill("1200");
    await max?.press("Enter");
    await expect(page.getByText("The max price is below the min price.")).toBeVisible();
    expect((await max?.boundingBox())?.width).toBe(width);

    await page.goto("/products?collection=Diwali%20Gifting");
    await waitUntilAwake(page);
    await expect(page.getByRole("img", { name: /^Laddoos and silver-leafed kaju katli/ })).toBeVisible();
    const card = page.getByRole("article").filter({ hasText: "Aranya Acacia Serving Tray" });
    await expect(card).toContainText("Acacia · 46 × 30 cm");
    await expect(card).toContainText(/₹3299\.00 ₹2499\.00 \+ GST 24% OFF/);
    await page.getByRole("link", { name: "₹1,500" }).click();
    await expect(page).toHaveURL("/products?collection=Diwali%20Gifting&maxPrice=1500");
    await expect(tags).toHaveText([/Up to ₹1500\.00 before GST/]);
    await expect.poll(async () => Math.max(...(await readPrices(page)))).toBeLessThanOrEqual(1_500);
    await page.getByRole("link", { name: "₹1,500", exact: true }).click();
    await expect(page).toHaveURL("/products?collection=Diwali%20Gifting");
  });

  test(
    "a product card has a button that adds the product, and the rest of the card links to it (§2.4, §2.5, D12, D24)",
    { tag: "@long" },
    async ({ page, browser, shop }) => {
      await page.goto("/wooden-bowls");
      await waitUntilAwake(page);
      const card = page.getByRole("article").filter({ hasText: "Roz Acacia Everyday Bowl" });
      const add = card.getByRole("button", { name: /^Add to Bag/ });
      await expect(add).toHaveCSS("opacity", "0");
      await card.getByRole("link").focus();
      await page.keyboard.press("Tab");
      await expect(add).toBeFocused();
      await expect(add).toHaveCSS("opacity", "1");
      await page.getByRole("heading", { level: 1 }).click();
      await expect(add).toHaveCSS("opacity", "0");
      await card.hover();
      await expect(add).toHaveCSS("opacity", "1");
      const [title, button] = [await card.getByRole("heading").boundingBox(), await add.boundingBox()];
      expect(button!.y + button!.height).toBeLessThan(title!.y);
      await add.click();
      await expect(page.getByTestId("cart-badge")).toHaveText("1");
      await expect(page).toHaveURL("/wooden-bowls");
      await card.getByRole("link").first().click();
      await expect(page).toHaveURL("/product-info/acacia-everyday-bowl");
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

      const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true });
      const touched = await context.newPage();
      await touched.goto(`${shop.url}/wooden-bowls`);
      await expect(touched.getByRole("button", { name: /^Add to Bag/ }).first()).toHaveCSS("opacity", "1");
      await context.close();
    },
  );

  test(
    "filters and sorting open as bottom sheets below 768 px, and are a bar from 768 px on (§2.5, §9, D82)",
    { tag: "@long" },
    async ({ page }) => {
      await page.setViewportSize(phone);
      await page.goto("/products");
      await waitUntilAwake(page);
      const filter = page.getByRole("button", { name: "Filter", exact: true });
      const sort = page.getByRole("button", { name: "Sort", exact: true });
      const first = page.getByRole("article").first();
      expect(await getBottom(first)).toBeLessThan(phone.height);

      // The filter bar sticks to the top, so the page must scroll a focused card out from under it.
      await page.getByRole("article").nth(8).scrollIntoViewIfNeeded();
      await expect(filter).toBeInViewport();
      expect((await filter.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await first.getByRole("link").focus();
      await expect
        .poll(
          async () => ((await first.getByRole("link").boundingBox())?.y ?? 0) >= (await getBottom(filter)),
        )
        .toBe(true);

      await filter.click();
      const sheet = page.getByRole("dialog", { name: "Filter" });
      await expect
        .poll(async () => (await sheet.locator("> div").last().boundingBox())?.y ?? 0)
        .toBeGreaterThan(phone.height / 4);
      await expect(sheet.getByRole("button", { name: "Show 36 pieces" })).toBeVisible();
      await sheet.getByText("Teak wood", { exact: true }).click();
      await expect(sheet.getByRole("status")).toHaveText("11 pieces");
      await sheet.getByRole("button", { name: "Show 11 pieces" }).click();
      await expect(sheet).toBeHidden();
      await expect(page).toHaveURL("/products?material=Teak%20wood");
      await expect(page.getByText("11 pieces", { exact: true })).toBeVisible();
      await expect(page.getByRole("button", { name: "Filter (1)" })).toBeVisible();

      await sort.click();
      const order = page.getByRole("dialog", { name: "Sort by" });
      await expect(order.getByRole("button", { name: "Latest" })).toBeFocused();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL("/products?material=Teak%20wood&sortOption=Featured");
      await expect(order).toBeHidden();
      await sort.click();
      await expect(order.getByRole("button", { name: "Featured" })).toHaveAttribute("aria-current", "true");
      await order.getByText("Price low to high").click();
      await expect(page).toHaveURL("/products?material=Teak%20wood&sortOption=Price%20low%20to%20high");

      await page.setViewportSize({ width: 767, height: 900 });
      await expect(sort).toBeVisible();
      await page.setViewportSize({ width: 768, height: 900 });
      await expect(sort).toBeHidden();
      await expect(page.getByRole("combobox", { name: "Sort by" })).toBeVisible();

      await page.getByText("Type", { exact: true }).click();
      for (const width of [768, 1100, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const panel = await page.getByRole("group", { name: "Product type" }).boundingBox();
        expect(panel!.x).toBeGreaterThanOrEqual(0);
        expect(panel!.x + panel!.width).toBeLessThanOrEqual(width);
      }
    },
  );

  test("the HTML of the home page, the listing and a product page is within its limits for bytes and elements", async ({
    page,
  }) => {
    for (const [address, { kb, compressedKb, elements }] of Object.entries({
      "/products": { kb: 110, compressedKb: 16, elements: 820 },
      "/": { kb: 110, compressedKb: 16, elements: 680 },
      "/product-info/acacia-lotus-fruit-bowl": { kb: 110, compressedKb: 16, elements: 500 },
    })) {
      const html = await (await page.request.get(address)).body();
      const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_LGWIN]: 18 };
      expect(html.length / 1_000, `${address} plain`).toBeLessThan(kb);
      expect(brotliCompressSync(html, { params }).length / 1_000, `${address} br`).toBeLessThan(compressedKb);
      // Does not count the elements in `noscript`, because a browser with scripts ignores them.
      const count = await page.evaluate(
        (text) =>
          new DOMParser().parseFromString(text, "text/html").querySelectorAll(":not(noscript *)").length,
        html.toString(),
      );
      expect(count, `${address} elements`).toBeLessThanOrEqual(elements);
    }
  });
});

async function getBottom(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return (box?.y ?? Infinity) + (box?.height ?? 0);
}
