import type { Locator, Page } from "@playwright/test";
import { expect, phone, test } from "../support/shop.ts";
import { getRegion } from "./home-page.ts";

/* Pictures of the home page in which products can be chosen (§2.4), and where pictures with life stand elsewhere. */

const bowl = /^Roz Acacia Everyday Bowl ?₹899\.00 \+ GST$/;

async function findLook(page: Page): Promise<{ look: Locator; point: Locator; card: Locator }> {
  await page.goto("/");
  const look = getRegion(page, "The kitchen shelf");
  // The picture comes once the page is idle.
  await expect(look.getByRole("img")).toBeAttached();
  await look.scrollIntoViewIfNeeded();
  const point = look.getByRole("link", { name: "Roz Acacia Everyday Bowl" });
  await expect(point).toHaveText(bowl);
  const card = point.locator("> span");
  await expect(card).toHaveCSS("opacity", "0");
  return { look, point, card };
}

test(
  "a point says name and price under a pointer, and leads to its product (§2.4)",
  { tag: "@front" },
  async ({ page }) => {
    const { point, card } = await findLook(page);
    await point.hover();
    await expect(card).toHaveCSS("opacity", "1");
    await point.click();
    await expect(page).toHaveURL(/\/product-info\/acacia-everyday-bowl$/);
  },
);

test(
  "on a desk the pieces stand beside the picture by name, for the eye and the pointer alone",
  {
    tag: "@front",
  },
  async ({ page }) => {
    const { look } = await findLook(page);
    const list = look.locator("[aria-hidden] a");
    await expect(list).toHaveCount(10);
    await expect(list.filter({ hasText: "Roz Acacia Everyday Bowl" })).toBeVisible();
    await expect(list.first()).toHaveAttribute("tabindex", "-1");
    await page.setViewportSize(phone);
    await expect(list.first()).toBeHidden();
  },
);

test("by keyboard the points are links, one after another (§2.4)", { tag: "@front" }, async ({ page }) => {
  const { look, point, card } = await findLook(page);
  const links = look.getByRole("link");
  await expect(links).toHaveCount(10);
  await links.first().focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press("Tab");
  await expect(point).toBeFocused();
  await expect(card).toHaveCSS("opacity", "1");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/product-info\/acacia-everyday-bowl$/);
});

test.describe("on a phone", { tag: "@front" }, () => {
  test.use({ viewport: phone, hasTouch: true });

  test("the first touch says name and price, the second leads to the product (§2.4)", async ({ page }) => {
    const { look, point, card } = await findLook(page);
    // What only the wide picture shows has no point.
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
  });

  test("the banner's goods are on the first screen, and its words stand still (§2.4)", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Pause the slides" }).click();
    const measure = async (slide: number) => {
      await page.getByRole("button", { name: new RegExp(`^Slide ${slide}:`) }).click();
      const shown = page.locator("[data-shown]");
      await expect(shown).toHaveAccessibleName(`${slide} of 3`);
      const boxes = await Promise.all(
        [
          shown.getByRole("heading"),
          shown.getByRole("paragraph"),
          shown.getByRole("link"),
          shown.getByRole("img"),
        ].map(async (part) => (await part.boundingBox())!),
      );
      expect(boxes[3]!.y + boxes[3]!.height).toBeLessThan(phone.height);
      return boxes.map(({ y }) => Math.round(y));
    };
    const first = await measure(1);
    expect(await measure(2)).toEqual(first);
    expect(await measure(3)).toEqual(first);
  });
});

for (const { width, x, y } of [
  { width: 1280, x: 0.56, y: 0.83 },
  { width: phone.width, x: 0.86, y: 0.83 },
])
  test(
    `at ${width} px every point lies on its product, and every card within the picture (§2.4)`,
    {
      tag: "@front",
    },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const { look, point } = await findLook(page);
      const picture = (await look.getByRole("img").boundingBox())!;
      const box = (await point.boundingBox())!;
      expect((box.x + box.width / 2 - picture.x) / picture.width).toBeCloseTo(x, 2);
      expect((box.y + box.height / 2 - picture.y) / picture.height).toBeCloseTo(y, 2);
      for (const part of await look.getByRole("link").locator("> span").all()) {
        const { x: left, y: top, width: wide, height: high } = (await part.boundingBox())!;
        expect(left).toBeGreaterThanOrEqual(picture.x - 1);
        expect(top).toBeGreaterThanOrEqual(picture.y - 1);
        expect(left + wide).toBeLessThanOrEqual(picture.x + picture.width + 1);
        expect(top + high).toBeLessThanOrEqual(picture.y + picture.height + 1);
      }
    },
  );

test.describe("without scripts", { tag: "@front" }, () => {
  test.use({ javaScriptEnabled: false });

  test("the picture stands alone (§2.4)", async ({ page }) => {
    await page.goto("/");
    const picture = getRegion(page, "The kitchen shelf").getByRole("img");
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty("complete", true);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
  });
});

test("the home page shows no picture twice (§2.4)", { tag: "@front" }, async ({ page }) => {
  await page.goto("/");
  await expect(getRegion(page, "A table for four").getByRole("img")).toBeAttached();
  const addresses = await page
    .locator("main picture:has(> source[type='image/avif']) > img")
    .evaluateAll((images) => images.map((image) => image.getAttribute("src") ?? ""));
  // The hash of what the file holds, so that the same photograph under two names counts too.
  const hashes = addresses.map((address) => /\.([0-9a-f]{8})\.\d+\.\w+$/.exec(address)?.[1]);
  expect(hashes.length).toBeGreaterThan(25);
  expect(hashes).not.toContain(undefined);
  expect(hashes.filter((hash, at) => hashes.indexOf(hash) < at)).toEqual([]);
});

test(
  "'up to 50% off' leads to goods of which one is half price (§2.4)",
  { tag: "@front" },
  async ({ page }) => {
    await page.goto("/");
    await page.getByRole("link", { name: "Black Friday sale up to 50% off" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Black Friday" })).toBeVisible();
    await expect(page.getByRole("article").filter({ hasText: "50% OFF" })).toHaveCount(1);
  },
);

test("a collection begins with its own picture (§2.5)", { tag: "@front" }, async ({ page }) => {
  await page.goto("/products?collection=Diwali%20Gifting");
  await expect(page.getByRole("img", { name: /^Laddoos and silver-leafed kaju katli/ })).toBeVisible();
});
