import { expect, test } from "../support/journey-shop.ts";
import { expectUsable, openDesk } from "./desk-page.ts";

interface Visits {
  total: Record<"pages" | "product" | "bag" | "checkout" | "ordered" | "paid", number>;
  pages: { page: string; count: number }[];
}

// Uses the user agent of a real browser, because the shop does not count automated browsers.
const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

test(
  "a guest's visit is counted without a cookie, saved when the server shuts down, and shown at the desk",
  { tag: ["@long", "@one-process"] },
  async ({ browser, shop, page: owner }) => {
    const read = async () => JSON.parse((await shop.operator("visits", "--json")).output) as Visits;
    const previousVisits = await read();
    const context = await browser.newContext({ userAgent: BROWSER });
    const page = await context.newPage();
    await page.goto(shop.url);
    const reviewed = page.waitForResponse("**/api/reviews/**");
    await page.locator("main a[href^='/product-info/']").first().click();
    await reviewed;
    const counted = page.waitForResponse("**/api/visits");
    await page.getByRole("button", { name: "Add to bag" }).first().click();
    await page.goto(`${shop.url}/cart`);
    await counted;
    await expect(page.getByRole("link", { name: "Checkout" }).first()).toBeVisible();
    expect(await context.cookies()).toEqual([]);
    await context.close();

    await test.step("the counts of visits are saved when the server shuts down", async () => {
      await shop.end("SIGTERM");
      await shop.open();
      const { total, pages } = await read();
      expect(total.product - previousVisits.total.product).toBe(1);
      expect(total.bag - previousVisits.total.bag).toBeGreaterThanOrEqual(1);
      const count = (name: string, of: Visits["pages"]) => of.find(({ page }) => page === name)?.count ?? 0;
      for (const name of ["home", "cart"])
        expect(count(name, pages) - count(name, previousVisits.pages), name).toBe(1);
      // The browser rendered this page after a click on a link, so the server has not counted it.
      expect(count("product", pages)).toBe(count("product", previousVisits.pages));
    });

    await test.step("the owner sees the counts of visits at the desk", async () => {
      await openDesk(owner, shop, { screen: "/visitors" });
      await expect(owner.getByRole("heading", { name: "From a product to a paid order" })).toBeVisible();
      await expect(owner.getByRole("row", { name: /^Home page \d/ })).toBeVisible();
      await owner.getByRole("button", { name: "7 days" }).click();
      await expectUsable(owner);
    });
  },
);
