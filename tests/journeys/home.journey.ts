import type { Page, Route } from "@playwright/test";
import { stepTo } from "../screens/steps.ts";
import { expect, phone, test } from "../support/shop.ts";

/* §2.4: the home page from top to bottom, at the widths where it changes. */

const launched = (page: Page) => region(page, "Newly Launched");
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("all parts stand in the order of the specification", { tag: "@front" }, async ({ page }) => {
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
  const tiles = region(page, "Shop by Category").getByRole("link");
  await expect(tiles).toHaveText(["Tray", "Platter", "Chopping Board", "Cheese Board", "Chip & Dip", "Bowl"]);
  await expect(tiles.nth(4)).toHaveAttribute("href", "/products?subcategory=Chip%20%26%20Dip");
});

test(
  "six Hot Products lead to /product-1 to /product-6, and those to a product",
  { tag: "@front" },
  async ({ page }) => {
    await page.goto("/");
    const tiles = region(page, "Hot Products").getByRole("link");
    const names = [
      "Wooden Bowl",
      "Tray",
      "Tissue Holder",
      "Chopping Board",
      "Butcher Board",
      "Serving Platter",
    ];
    await expect(tiles).toHaveCount(6);
    for (const [place, name] of names.entries()) {
      await expect(tiles.nth(place)).toHaveAttribute("href", `/product-${place + 1}`);
      await expect(tiles.nth(place)).toContainText(name);
    }
    await tiles.first().click();
    await expect(page).toHaveURL(/\/product-info\//);
  },
);

test(
  "the banner goes on every 3000 ms, round and round, until it is paused",
  { tag: "@front" },
  async ({ page }) => {
    await page.clock.install();
    await page.goto("/");
    const dots = page.getByRole("button", { name: /^Slide \d/ });
    await expect(dots).toHaveCount(3);
    await expect(dots.first()).toHaveAttribute("aria-current", "true");
    await expect(page.locator("[data-shown]")).toHaveCSS("transition-duration", "0.5s");
    for (const next of [1, 2, 0]) {
      await page.clock.runFor(2_900);
      await expect(dots.nth(next)).not.toHaveAttribute("aria-current", "true");
      await page.clock.runFor(200);
      await expect(dots.nth(next)).toHaveAttribute("aria-current", "true");
    }
    await page.getByRole("button", { name: "Pause the slides" }).click();
    await page.mouse.move(0, 0);
    await page.clock.runFor(10_000);
    await expect(dots.first()).toHaveAttribute("aria-current", "true");
    await dots.nth(2).click();
    await expect(dots.nth(2)).toHaveAttribute("aria-current", "true");
  },
);

for (const [width, cards] of [
  [360, 1],
  [430, 1],
  [640, 2],
  [768, 3],
  [1024, 4],
  [1280, 4],
] as const) {
  test(
    `${cards} services are seen at ${width} px, and nothing is wider than the window`,
    { tag: "@front" },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/");
      const services = region(page, "Our services");
      await services.scrollIntoViewIfNeeded();
      await expect(services.getByRole("button", { name: "Pause the services" })).toBeVisible();
      const [view, card] = await Promise.all([
        services.getByRole("list").evaluate((list) => list.parentElement?.clientWidth ?? 0),
        services
          .getByRole("listitem")
          .first()
          .evaluate((item) => item.getBoundingClientRect().width),
      ]);
      expect(Math.round(view / card)).toBe(cards);
      await expect(page.locator("html")).toHaveJSProperty("scrollWidth", width);
    },
  );
}

test(
  "the services go round by themselves, and wait while the mouse is over them",
  { tag: "@front" },
  async ({ page }) => {
    await page.clock.install();
    await page.goto("/");
    const services = region(page, "Our services");
    await services.scrollIntoViewIfNeeded();
    await expect(services.getByRole("button", { name: "Pause the services" })).toBeVisible();
    const firstShown = () =>
      services.getByRole("listitem").evaluateAll((items) => {
        const left = items[0]?.closest("div")?.getBoundingClientRect().left ?? 0;
        return items.findIndex((item) => Math.abs(item.getBoundingClientRect().left - left) < 4);
      });
    for (const next of [1, 2, 3, 4, 0]) {
      await page.clock.runFor(3_050);
      await page.clock.runFor(2_000);
      await expect.poll(firstShown).toBe(next);
      await services.getByRole("button", { name: "Pause the services" }).click();
      await services.getByRole("button", { name: "Play the services" }).click();
      await page.mouse.move(0, 0);
    }
    await services.getByRole("heading", { level: 2 }).hover();
    await page.clock.runFor(10_000);
    await expect.poll(firstShown).toBe(0);
  },
);

test(
  "one film plays at a time, pauses, and closing brings its still back",
  { tag: "@front" },
  async ({ page }) => {
    await page.goto("/");
    const films = region(page, "See Our Premium Look");
    await films.scrollIntoViewIfNeeded();
    await expect(films.locator("video")).toHaveCount(0);

    await films.getByRole("button", { name: "Play A slow breakfast" }).click();
    await expect(films.locator("video")).toHaveCount(1);
    await films.getByRole("button", { name: "Pause A slow breakfast" }).click();
    await expect(films.getByRole("button", { name: "Play A slow breakfast" })).toBeVisible();

    await films.getByRole("button", { name: "Play The cheese evening" }).click();
    await expect(films.locator("video")).toHaveCount(1);
    await expect(films.getByRole("button", { name: "Close A slow breakfast" })).toHaveCount(0);
    await films.getByRole("button", { name: "Close The cheese evening" }).click();
    await expect(films.locator("video")).toHaveCount(0);
    await expect(films.getByRole("button", { name: "Play The cheese evening" })).toBeFocused();
  },
);

test.describe("Newly Launched", { tag: "@front" }, () => {
  test("eight above 768 px, all of them after 'View All', and back to the top of the section", async ({
    page,
  }) => {
    await page.goto("/");
    const cards = launched(page).getByRole("listitem");
    await expect(cards).toHaveCount(8);
    await launched(page).getByRole("button", { name: "View All" }).click();
    await expect(cards).not.toHaveCount(8);
    await launched(page).getByRole("button", { name: "Show Less" }).click();
    await expect(cards).toHaveCount(8);
    await expect
      .poll(() => launched(page).evaluate((section) => Math.round(section.getBoundingClientRect().top)))
      .toBe(100);
  });

  for (const width of [431, 768]) {
    test(`one at a time at ${width} px, endless both ways`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/");
      await expect(launched(page).getByRole("button", { name: "View All" })).toBeHidden();
      await expect(launched(page).getByText("1 of 8")).toBeVisible();
      await launched(page).getByRole("button", { name: "Previous product" }).click();
      await expect(launched(page).getByText("8 of 8")).toBeVisible();
      await launched(page).getByRole("button", { name: "Next product" }).click();
      await expect(launched(page).getByText("1 of 8")).toBeVisible();
      const shown = launched(page).locator('[data-turn="in"]');
      await expect(shown).toHaveCSS("animation-duration", "0.5s");
      await expect(shown.getByRole("heading")).toHaveCSS("height", "0px");
    });
  }

  test("the first four at 430 px", async ({ page }) => {
    await page.setViewportSize({ width: 430, height: 900 });
    await page.goto("/");
    await expect(launched(page).getByRole("link")).toHaveCount(4);
    await expect(launched(page).getByRole("button", { name: "View All" })).toBeVisible();
  });

  for (const [name, answer, words] of [
    ["a refusal", { status: 500, body: "{}" }, "Error: Failed to fetch products. Status: 500"],
    ["another shape", { json: { success: true } }, "Error: Failed to fetch products. Please check the API."],
    ["nothing", { json: { success: true, message: "", data: [], total: 0 } }, "No products available"],
  ] as const) {
    test(`says what is the matter when the shop answers with ${name}`, async ({ page }) => {
      await answerLists(page, (route) => route.fulfill(answer));
      await comeHomeInside(page);
      await expect(launched(page)).toContainText(words);
    });
  }

  test("says that it is loading for as long as it takes", async ({ page }) => {
    const { promise: enough, resolve: go } = Promise.withResolvers<void>();
    await answerLists(page, async (route) => {
      await enough;
      await route.continue();
    });
    await comeHomeInside(page);
    await expect(launched(page).getByText("Loading products...")).toBeVisible();
    go();
    await expect(launched(page).getByRole("listitem")).toHaveCount(8);
  });
});

test(
  "says when the shop window cannot be had, and shows it at the next try",
  { tag: "@front" },
  async ({ page }) => {
    await page.route("**/api/storefront", (route) => route.abort(), { times: 1 });
    await comeHomeInside(page);
    const problem = page.getByRole("alert").filter({ hasText: "We could not load all of this page." });
    await expect(problem).toBeVisible();
    await expect(launched(page).getByRole("listitem")).toHaveCount(8);
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
  await comeHomeInside(page);
  await expect(launched(page)).toContainText("Please check the API.");
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
    Array.from({ length: count }, (_, place) => ({
      _id: `t${place}`,
      id: `t${place}`,
      name: `Meera ${place}.`,
      rating: 5,
      message: "Used every morning.",
    }));

  for (const { width, last } of [
    { width: 1280, last: 2 },
    { width: 768, last: 5 },
    { width: phone.width, last: 5 },
  ]) {
    test(`of six at ${width} px there are ${last} steps`, async ({ page }) => {
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

  test("the loading words stay when the list cannot be had", async ({ page }) => {
    await page.route("**/api/testimonials", (route) => route.abort());
    await page.goto("/");
    await expect(page.getByText("Loading testimonials...")).toBeVisible();
  });
});

test(
  "collections are asked for every 30 s: a failure changes nothing, none left has its own words",
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

/** The page's own first lists come with it; those asked for by the browser can be answered otherwise. */
const answerLists = (page: Page, answer: (route: Route) => Promise<void>) =>
  page.route(/\/api\/products\/list\/?\?/, answer);

/** From another page of the shop, so that the browser asks. */
async function comeHomeInside(page: Page): Promise<void> {
  await page.goto("/our-story");
  await page.getByRole("banner").getByRole("link", { name: "Taruva" }).click();
  await expect(page.getByRole("heading", { name: "Newly Launched" })).toBeVisible();
}
