import { stepTo } from "../screens/steps.ts";
import { expect, phone, test } from "../support/shop.ts";
import { goHomeByLink, getNewlyLaunched, getRegion } from "./home-page.ts";

/* §2.4: the home page from top to bottom, at the widths where it changes. */

test("all parts stand in the order of the specification (§2.4)", { tag: "@front" }, async ({ page }) => {
  await page.goto("/");
  // Also those of slides that are not shown now.
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
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  for (const subcategory of ["Tray", "Chopping%20Board", "Bowl", "Platter"]) {
    await expect(page.locator(`.visually-hidden a[href="/products?subcategory=${subcategory}"]`)).toHaveCount(
      1,
    );
  }
  for (const way of ["/our-story", "/contact-us"]) {
    await expect(page.locator(`main .visually-hidden a[href="${way}"]`)).toHaveCount(1);
  }
  const tiles = getRegion(page, "Shop by Category").getByRole("link");
  await expect(tiles).toHaveText(["Tray", "Platter", "Chopping Board", "Cheese Board", "Chip & Dip", "Bowl"]);
  await expect(tiles.nth(4)).toHaveAttribute("href", "/products?subcategory=Chip%20%26%20Dip");
});

test(
  "six Hot Products lead to /product-1 to /product-6, and those to a product (§2.4)",
  { tag: "@front" },
  async ({ page }) => {
    await page.goto("/");
    const tiles = getRegion(page, "Hot Products").getByRole("link");
    const names = [
      "Wooden Bowl",
      "Tray",
      "Tissue Holder",
      "Chopping Board",
      "Butcher Board",
      "Serving Platter",
    ];
    await expect(tiles).toHaveCount(6);
    for (const [index, name] of names.entries()) {
      await expect(tiles.nth(index)).toHaveAttribute("href", `/product-${index + 1}`);
      await expect(tiles.nth(index)).toContainText(name);
    }
    await tiles.first().click();
    await expect(page).toHaveURL(/\/product-info\//);
  },
);

test(
  "says when the home content cannot be loaded, and shows it at the next try",
  { tag: "@front" },
  async ({ page }) => {
    await page.route("**/api/storefront", (route) => route.abort());
    await goHomeByLink(page);
    const problem = page.getByRole("alert").filter({ hasText: "We could not load all of this page." });
    await expect(problem).toBeVisible();
    await expect(getNewlyLaunched(page).getByRole("listitem")).toHaveCount(8);
    await page.unroute("**/api/storefront");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Shop by Category" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Hot Products" })).toBeVisible();
    await expect(problem).toHaveCount(0);
  },
);

test("lists with odd entries break no page", { tag: "@front" }, async ({ page }) => {
  const odd = [null, 7, {}, []];
  const names = [
    "banners",
    "tiles",
    "hotProducts",
    "offerCards",
    "services",
    "videos",
    "story",
    "scenes",
    "looks",
    "collections",
  ];
  const strange: Record<string, unknown> = {
    "/api/storefront": { success: true, ...Object.fromEntries(names.map((name) => [name, odd])) },
    "/api/testimonials": odd,
    "/api/categories": { success: true, categories: odd },
    "/api/products/list/": { success: true, data: odd },
    "/api/products/listByCategory": { success: true, data: odd },
    "/api/products/search": { success: true, data: odd },
  };
  await page.route("**/api/**", (route) => {
    const json = strange[new URL(route.request().url()).pathname];
    return json === undefined ? route.continue() : route.fulfill({ json });
  });
  await goHomeByLink(page);
  await expect(getNewlyLaunched(page)).toContainText("Please check the API.");
  await expect(page.getByRole("link", { name: "Write a testimonial" })).toBeVisible();
  await stepTo(page, "/products?category=Serveware");
  await expect(page.getByRole("alert")).toContainText("Please check the API.");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("textbox", { name: "What are you looking for?" }).fill("zebra");
  await expect(page.getByText("No products found")).toBeAttached();
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
});

test.describe("Our Testimonials", { tag: "@front" }, () => {
  const voices = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      _id: `t${index}`,
      id: `t${index}`,
      name: `Meera ${index}.`,
      rating: 5,
      message: "Used every morning.",
    }));

  for (const { width, last } of [
    { width: 1280, last: 2 },
    { width: 768, last: 5 },
    { width: phone.width, last: 5 },
  ]) {
    test(`of six at ${width} px there are ${last} steps (§2.4)`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.route("**/api/testimonials", (route) => route.fulfill({ json: voices(6) }));
      await page.goto("/");
      const next = page.getByRole("button", { name: "Next testimonial" });
      for (let step = 0; step < last; step++) await next.click();
      await expect(next).toBeDisabled();
      const previous = page.getByRole("button", { name: "Previous testimonial" });
      for (let step = 0; step < last; step++) await previous.click();
      await expect(previous).toBeDisabled();
    });
  }

  test("the loading words stay when the list cannot be loaded (§2.4, §8)", async ({ page }) => {
    await page.route("**/api/testimonials", (route) => route.abort());
    await page.goto("/");
    await expect(page.getByText("Loading testimonials...")).toBeVisible();
  });
});

test(
  "collections are asked for every 30 s: a failure changes nothing, none left has its own words (§2.2, §7, §8, §9, D41)",
  { tag: "@front" },
  async ({ page }) => {
    let fails = true;
    await page.clock.install();
    await page.route("**/api/categories", (route) =>
      fails ? route.abort() : route.fulfill({ json: { success: true, categories: [] } }),
    );
    await page.goto("/");
    // The list comes by script, so the page is alive.
    await expect(page.getByRole("list", { name: "Testimonials" })).toBeVisible();
    const menu = page.getByRole("button", { name: "Collections" });

    const failed = page.waitForEvent("requestfailed");
    await page.clock.runFor(30_000);
    await failed;
    await menu.hover();
    await expect(page.getByRole("banner").getByRole("link", { name: "Diwali Gifting" })).toBeVisible();

    fails = false;
    await page.clock.runFor(30_000);
    await expect(page.getByText("No collections available")).toBeVisible();
  },
);

test(
  "where a banner's words and pieces would come near each other they stand side by side",
  { tag: "@front" },
  async ({ page }) => {
    await page.setViewportSize({ width: 900, height: 800 });
    await page.goto("/");
    const shown = page.locator("[data-shown]");
    const [words, picture] = await Promise.all([
      shown.getByRole("paragraph").boundingBox(),
      shown.getByRole("img").boundingBox(),
    ]);
    expect(words!.x + words!.width).toBeLessThan(picture!.x);
  },
);
