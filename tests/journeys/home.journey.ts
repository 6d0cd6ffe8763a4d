import type { Locator, Page } from "@playwright/test";
import { layOutWhole, stepTo, waitUntilAwake } from "../screens/steps.ts";
import { expect, phone, test } from "../support/shop.ts";

/* Checks the home page (§2.4) from top to bottom, at the widths where its layout changes. */

const getRegion = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const getNewlyLaunched = (page: Page) => getRegion(page, "Newly Launched");

test(
  "the home page has its sections in order, names each tile once and repeats no picture (§2.4, D26)",
  { tag: "@front" },
  async ({ page }) => {
    await page.goto("/");
    // The list includes the headings of hidden slides.
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
    await layOutWhole(page);
    for (const link of [...(await hot.all()), ...(await categories.all())])
      await expect(link).toHaveAccessibleName((await link.innerText()).trim());
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

    await page.getByRole("link", { name: "Black Friday sale up to 50% off" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Black Friday" })).toBeVisible();
    await expect(page.getByRole("article").filter({ hasText: "50% OFF" })).toHaveCount(1);
  },
);

test(
  "the home page shows as many products, services and texts side by side as fit at each width (§2.4, §9, D42, D82)",
  { tag: ["@front", "@long"] },
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const resize = (width: number) => page.setViewportSize({ width, height: 900 });
    await resize(1280);
    await page.goto("/");
    await expect(page.locator("[data-shown]")).toHaveCSS("transition-duration", "0.5s");
    const launched = getNewlyLaunched(page);
    const viewAll = launched.getByRole("button", { name: "View All" });
    await expect(launched.getByRole("listitem")).toHaveCount(8);
    await expect(viewAll).toBeVisible();
    for (const width of [768, 431]) {
      await resize(width);
      await expect(viewAll).toBeHidden();
      await expect(launched.getByText("1 of 8")).toBeVisible();
      await launched.getByRole("button", { name: "Previous product" }).click();
      await expect(launched.getByText("8 of 8")).toBeVisible();
      await launched.getByRole("button", { name: "Next product" }).click();
      await expect(launched.getByText("1 of 8")).toBeVisible();
    }
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
      [430, 1],
      [640, 2],
      [768, 3],
      [1024, 4],
      [1280, 4],
    ] as const) {
      await resize(width);
      const view = await services.getByRole("list").evaluate((list) => list.parentElement?.clientWidth ?? 0);
      const card = (await services.getByRole("listitem").first().boundingBox())?.width ?? 0;
      expect(Math.round(view / card), `services at ${width} px`).toBe(cards);
      await expect(page.locator("html")).toHaveJSProperty("scrollWidth", width);
    }
    await resize(900);
    const slide = page.locator("[data-shown]");
    const words = await slide.getByRole("paragraph").boundingBox();
    const picture = await slide.getByRole("img").boundingBox();
    expect(words!.x + words!.width).toBeLessThan(picture!.x);
  },
);

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
  "if the content of the home page cannot be loaded, it shows a message, its products and a retry",
  { tag: ["@front", "@long"] },
  async ({ page }) => {
    await page.route("**/api/storefront", (route) => route.abort());
    await page.goto("/our-story");
    await stepTo(page, "/");
    const problem = page.getByRole("alert").filter({ hasText: "We could not load all of this page." });
    await expect(problem).toBeVisible();
    await expect(getNewlyLaunched(page).getByRole("listitem")).toHaveCount(8);
    await page.unroute("**/api/storefront");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Hot Products" })).toBeVisible();
    await expect(problem).toHaveCount(0);
  },
);

/* Checks the picture with dots that link to products. */

async function findLook(page: Page): Promise<{ look: Locator; point: Locator; card: Locator }> {
  await page.goto("/");
  const look = getRegion(page, "The kitchen shelf");
  // The page loads the picture only when it is idle.
  await expect(look.getByRole("img")).toBeAttached();
  await look.scrollIntoViewIfNeeded();
  const point = look.getByRole("link", { name: "Roz Acacia Everyday Bowl" });
  await expect(point).toHaveText(/^Roz Acacia Everyday Bowl ?₹1060\.82 with GST$/);
  const card = point.locator("> span");
  await expect(card).toHaveCSS("opacity", "0");
  return { look, point, card };
}

/**
 * Checks that the bowl's dot is at this position, as fractions of the picture's size, and that no card extends beyond
 * the picture.
 */
async function expectInPlace({ look, point }: { look: Locator; point: Locator }, x: number, y: number) {
  const picture = (await look.getByRole("img").boundingBox())!;
  const box = (await point.boundingBox())!;
  expect((box.x + box.width / 2 - picture.x) / picture.width).toBeCloseTo(x, 2);
  expect((box.y + box.height / 2 - picture.y) / picture.height).toBeCloseTo(y, 2);
  for (const part of await look.getByRole("link").locator("> span").all()) {
    const { x: left, y: top, width, height } = (await part.boundingBox())!;
    expect(left).toBeGreaterThanOrEqual(picture.x - 1);
    expect(top).toBeGreaterThanOrEqual(picture.y - 1);
    expect(left + width).toBeLessThanOrEqual(picture.x + picture.width + 1);
    expect(top + height).toBeLessThanOrEqual(picture.y + picture.height + 1);
  }
}

test(
  "on a desktop a dot in a picture shows name and price on hover and focus, and links to its product (§2.4)",
  { tag: ["@front", "@long"] },
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    const { look, point, card } = await findLook(page);
    await expectInPlace({ look, point }, 0.56, 0.83);
    const list = look.locator("[aria-hidden] a");
    await expect(list).toHaveCount(10);
    await expect(list.filter({ hasText: "Roz Acacia Everyday Bowl" })).toBeVisible();
    await expect(list.first()).toHaveAttribute("tabindex", "-1");
    await point.hover();
    await expect(card).toHaveCSS("opacity", "1");
    await page.mouse.move(0, 0);
    const links = look.getByRole("link");
    await expect(links).toHaveCount(10);
    await links.first().focus();
    for (let step = 0; step < 4; step++) await page.keyboard.press("Tab");
    await expect(point).toBeFocused();
    await expect(card).toHaveCSS("opacity", "1");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/product-info\/acacia-everyday-bowl$/);
  },
);

test.describe("the home page on a phone", { tag: "@front" }, () => {
  test.use({ viewport: phone, hasTouch: true });

  test(
    "the first tap on a dot shows name and price, and the second opens the product (§2.4)",
    { tag: "@long" },
    async ({ page }) => {
      const { look, point, card } = await findLook(page);
      await expectInPlace({ look, point }, 0.86, 0.83);
      await expect(look.locator("[aria-hidden] a").first()).toBeHidden();
      // Only the wide version of the picture shows this product, so the narrow version has no dot for it.
      await expect(look.getByRole("link", { name: "Patta Mango Leaf Platter" })).toHaveCount(0);
      await point.tap();
      await expect(card).toHaveCSS("opacity", "1");
      await look.getByRole("heading").tap();
      await expect(card).toHaveCSS("opacity", "0");
      await point.tap();
      await expect(card).toHaveCSS("opacity", "1");
      await expect(page).toHaveURL(/\/$/);
      await card.tap();
      await expect(page).toHaveURL(/\/product-info\/acacia-everyday-bowl$/);
    },
  );

  test(
    "the product in the banner is on the first screen, and the banner's text does not move between slides (§2.4)",
    { tag: "@long" },
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "no-preference" });
      await page.goto("/");
      await waitUntilAwake(page);
      await page.getByRole("button", { name: "Pause the slides" }).click();
      const tops: number[][] = [];
      for (const slide of [1, 2, 3]) {
        await page.getByRole("button", { name: new RegExp(`^Slide ${slide}:`) }).click();
        const shown = page.locator("[data-shown]");
        await expect(shown).toHaveAccessibleName(`${slide} of 3`);
        const boxes = await Promise.all(
          (["heading", "paragraph", "link", "img"] as const).map(
            async (role) => (await shown.getByRole(role).boundingBox())!,
          ),
        );
        expect(boxes[3]!.y + boxes[3]!.height).toBeLessThan(phone.height);
        tops.push(boxes.map(({ y }) => Math.round(y)));
      }
      expect(tops).toEqual([tops[0], tops[0], tops[0]]);
    },
  );
});
