import { expect, phone, test } from "../support/shop.ts";

/* §2.2: the search drawer, with the fixed list and the products below it. */

const kinds = ["Tray", "Platter", "Chopping Board", "Cheese Board", "Chip & Dip", "Bowl"];

for (const viewport of [phone, { width: 1280, height: 800 }]) {
  test(
    `at ${viewport.width} px: kinds, products, and a slip of the finger (§2.2)`,
    { tag: "@front" },
    async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.goto("/");
      await page.getByRole("button", { name: "Search" }).click();
      const drawer = page.getByRole("dialog", { name: "Search" });
      const input = drawer.getByPlaceholder("Search by Category...");
      await expect(input).toBeFocused();
      const categories = drawer.getByRole("region", { name: "Categories" });
      await expect(categories.getByRole("link")).toHaveText(kinds);
      await expect(page.locator("html")).toHaveCSS("overflow", "hidden");

      await input.fill("BOARD");
      await expect(categories.getByRole("link")).toHaveText(["Chopping Board", "Cheese Board"]);

      await input.fill("zzz");
      const otherwise = drawer.getByRole("region", { name: "Something else" });
      await expect(otherwise.getByRole("link", { name: "see every piece" })).toHaveAttribute(
        "href",
        "/products",
      );
      await expect(otherwise.getByRole("listitem")).toHaveCount(3);

      await input.fill("choping");
      await expect(drawer.getByText("No results found")).toBeVisible();
      const products = drawer.getByRole("region", { name: "Products" });
      await expect(products.getByRole("link")).toHaveCount(6);
      await expect(otherwise).toBeHidden();
      const [found, sentence] = [
        await products.boundingBox(),
        await drawer.getByText("No results found").boundingBox(),
      ];
      expect(sentence && found && sentence.y > found.y + found.height).toBe(true);
      await expect(drawer.getByText("6 products found")).toHaveAttribute("role", "status");

      await input.press("ArrowDown");
      await expect(products.getByRole("link").first()).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/product-info\//);
      await expect(drawer).toBeHidden();
      await page.getByRole("button", { name: "Search" }).click();
      const kindPictures = drawer.getByRole("region", { name: "Categories" }).locator("picture");
      await expect(kindPictures).toHaveCount(kinds.length);
      await expect(kindPictures.locator("img").first()).toHaveCSS("inline-size", "56px");

      const viewed = drawer.getByRole("region", { name: "Recently viewed" });
      await expect(viewed.getByRole("link")).toHaveText([/₹/]);
      await expect(viewed.locator("img").last()).toHaveCSS("inline-size", "56px");
      await input.fill("bowl");
      await expect(viewed).toBeHidden();
    },
  );
}

test("a kind leads to its listing (§2.2)", { tag: "@front" }, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByPlaceholder("Search by Category...").fill("chip");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/products?subcategory=Chip%20%26%20Dip");
});

test(
  "the shop is asked once the typing rests, and a search that fails leaves the fixed list",
  { tag: "@front" },
  async ({ page }) => {
    const requested: string[] = [];
    await page.route("**/api/products/search*", (route) => {
      requested.push(new URL(route.request().url()).searchParams.get("q") ?? "");
      return route.abort();
    });
    await page.clock.install();
    await page.goto("/");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByPlaceholder("Search by Category...")).toBeVisible();
    // However long the machine takes between two letters: for the page they come in no time.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByPlaceholder("Search by Category...").pressSequentially("  Teak TR");
    expect(requested).toEqual([]);
    await page.clock.resume();
    await expect.poll(() => requested).toEqual(["teak tr"]);
    await page.getByPlaceholder("Search by Category...").fill("tray");
    await expect.poll(() => requested).toEqual(["teak tr", "tray"]);
    await expect(page.getByRole("dialog").getByRole("link")).toHaveText(["Tray"]);
  },
);

test(
  "a gift is found: its collection, what one would spend, and the pieces (§2.2)",
  { tag: "@front" },
  async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Search" }).click();
    const drawer = page.getByRole("dialog", { name: "Search" });
    const collections = drawer.getByRole("region", { name: "Collections" }).getByRole("link");
    await expect(collections).toHaveCount(7);
    const input = drawer.getByPlaceholder("Search by Category...");
    await input.fill("gifts");
    await expect(collections).toHaveText(["Diwali Gifting"]);
    const amounts = drawer.getByRole("region", { name: "Gifts" }).getByRole("link");
    await expect(amounts).toHaveText(["₹1,000", "₹1,500", "₹2,500"]);
    await expect(amounts.first()).toHaveAttribute("href", "/products?maxPrice=1000");
    await input.fill("diwali");
    const products = drawer.getByRole("region", { name: "Products" }).getByRole("link");
    await expect(products.filter({ hasText: "Patta Mango Leaf Platter" })).toHaveCount(1);
    await input.press("Enter");
    await expect(page).toHaveURL("/products?collection=Diwali%20Gifting");
  },
);
