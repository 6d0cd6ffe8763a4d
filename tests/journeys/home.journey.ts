import type { Page } from "@playwright/test";
import { expect, phone, test } from "../support/journey-shop.ts";

const getRegion = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
test(
  "the home page has its sections and tiles in order, and no picture twice (§2.4, D26)",
  { tag: "@front" },
  async ({ page }) => {
    await page.goto("/");
    // This list also contains the headings of hidden slides.
    const headings = await page.locator("main h2").allTextContents();
    const parts = [
      "For slow mornings",
      "Top Trending Tableware Collections",
      "Black Friday sale up to 50% off",
      "Kitchenware collections",
      "Shop by Category",
      "Newly Launched",
      "With every piece",
      "Hot Products",
      "See Our Premium Look",
      "Our Testimonials",
    ];
    expect(headings.filter((heading) => parts.includes(heading))).toEqual(parts);
    const hidden = page.locator("main .visually-hidden");
    await expect(hidden.getByRole("heading", { level: 1 })).toHaveCount(1);
    for (const kind of ["Tray", "Chopping%20Board", "Bowl", "Platter"])
      await expect(hidden.locator(`a[href="/products?subcategory=${kind}"]`)).toHaveCount(1);
    for (const way of ["/our-story", "/contact-us"])
      await expect(hidden.locator(`a[href="${way}"]`)).toHaveCount(1);

    const categories = getRegion(page, "Shop by Category").getByRole("link");
    await expect(categories).toHaveText([
      "Tray",
      "Platter",
      "Chopping Board",
      "Cheese Board",
      "Chip & Dip",
      "Bowl",
    ]);
    await expect(categories.nth(4)).toHaveAttribute("href", "/products?subcategory=Chip%20%26%20Dip");
    const hot = getRegion(page, "Hot Products").getByRole("link");
    await expect(hot).toContainText([
      "Wooden Bowl",
      "Tray",
      "Tissue Holder",
      "Chopping Board",
      "Butcher Board",
      "Serving Platter",
    ]);
    expect(await hot.evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual(
      [1, 2, 3, 4, 5, 6].map((tile) => `/product-${tile}`),
    );

    await expect(getRegion(page, "A table for four").getByRole("img")).toBeAttached();
    const addresses = await page
      .locator("main picture:has(> source[type='image/avif']) > img")
      .evaluateAll((images) => images.map((image) => image.getAttribute("src") ?? ""));
    // A file name contains a hash of the content, so a repeated hash means that a photograph appears twice.
    const hashes = addresses.map((address) => /\.([0-9a-f]{8})\.\d+\.\w+$/.exec(address)?.[1]);
    expect(hashes.length).toBeGreaterThan(25);
    expect(hashes).not.toContain(undefined);
    expect(hashes.filter((hash, at) => hashes.indexOf(hash) < at)).toEqual([]);
  },
);

test(
  "the home page shows as many products and services side by side as fit at each width (§2.4, §9, D42, D82)",
  { tag: ["@front", "@long"] },
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const resize = (width: number) => page.setViewportSize({ width, height: 900 });
    await resize(1280);
    await page.goto("/");
    await expect(page.locator("[data-shown]")).toHaveCSS("transition-duration", "0.5s");
    const launched = getRegion(page, "Newly Launched");
    const viewAll = launched.getByRole("button", { name: "View All" });
    await expect(launched.getByRole("listitem")).toHaveCount(8);
    await expect(viewAll).toBeVisible();
    await resize(768);
    await expect(viewAll).toBeHidden();
    await launched.getByRole("button", { name: "Previous product" }).click();
    await expect(launched.getByText("8 of 8")).toBeVisible();
    const shown = launched.locator('[data-turn="in"]');
    await expect(shown).toHaveCSS("animation-duration", "0.5s");
    await expect(shown.getByRole("heading")).toHaveCSS("height", "0px");
    await resize(430);
    await expect(launched.getByRole("link")).toHaveCount(4);
    await expect(viewAll).toBeVisible();

    const services = getRegion(page, "Our services");
    await services.scrollIntoViewIfNeeded();
    await expect(services.getByRole("button", { name: "Pause the services" })).toBeVisible();
    for (const [width, cards] of [
      [360, 1],
      [640, 2],
      [768, 3],
      [1280, 4],
    ] as const) {
      await resize(width);
      const view = await services.getByRole("list").evaluate((list) => list.parentElement?.clientWidth ?? 0);
      const card = (await services.getByRole("listitem").first().boundingBox())?.width ?? 0;
      expect(Math.round(view / card), `services at ${width} px`).toBe(cards);
      await expect(page.locator("html")).toHaveJSProperty("scrollWidth", width);
    }
  },
);

async function findDot(page: Page) {
  await page.goto("/");
  const look = getRegion(page, "The kitchen shelf");
  // The page loads the picture only when it is idle.
  await expect(look.getByRole("img")).toBeAttached();
  await look.scrollIntoViewIfNeeded();
  const dot = look.getByRole("link", { name: "Roz Acacia Everyday Bowl" });
  await expect(dot).toHaveText(/^Roz Acacia Everyday Bowl ?₹1060\.82 with GST$/);
  const card = dot.locator("> span");
  await expect(card).toHaveCSS("opacity", "0");
  return { dot, card };
}

test(
  "the services rotate automatically, and pause under the mouse (§2.4)",
  { tag: ["@front", "@long"] },
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.clock.install();
    await page.goto("/");
    const services = getRegion(page, "Our services");
    await services.scrollIntoViewIfNeeded();
    await expect(services.getByRole("button", { name: "Pause the services" })).toBeVisible();
    const findFirstShown = async () => {
      await page.clock.runFor(250);
      return services.getByRole("listitem").evaluateAll((items) => {
        const left = items[0]?.closest("div")?.getBoundingClientRect().left ?? 0;
        return items.findIndex((item) => Math.abs(item.getBoundingClientRect().left - left) < 4);
      });
    };
    for (const next of [1, 2, 3, 4, 0]) {
      await expect.poll(findFirstShown).toBe(next);
      await services.getByRole("button", { name: "Pause the services" }).click();
      await services.getByRole("button", { name: "Play the services" }).click();
      await page.mouse.move(0, 0);
    }
    await services.getByRole("heading", { level: 2 }).hover();
    await page.clock.runFor(10_000);
    await expect.poll(findFirstShown).toBe(0);
  },
);

test(
  "a dot in a picture shows name and price on hover, focus and the first tap, and links to its product (§2.4)",
  { tag: ["@front", "@long"] },
  async ({ page, browser, shop }) => {
    const { dot, card } = await findDot(page);
    await dot.hover();
    await expect(card).toHaveCSS("opacity", "1");
    await page.mouse.move(0, 0);
    await expect(card).toHaveCSS("opacity", "0");
    await dot.focus();
    await expect(card).toHaveCSS("opacity", "1");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/product-info\/acacia-everyday-bowl$/);

    const context = await browser.newContext({ baseURL: shop.url, viewport: phone, hasTouch: true });
    const onPhone = await context.newPage();
    const touched = await findDot(onPhone);
    await touched.dot.tap();
    await expect(touched.card).toHaveCSS("opacity", "1");
    await expect(onPhone).toHaveURL(/\/$/);
    await touched.card.tap();
    await expect(onPhone).toHaveURL(/\/product-info\/acacia-everyday-bowl$/);
    await context.close();
  },
);
