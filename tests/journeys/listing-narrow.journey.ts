import type { Locator, Page } from "@playwright/test";
import { calls, holdBack, mishaps, stepTo, waitUntilAwake } from "../screens/steps.ts";
import { expect, phone, test } from "../support/shop.ts";

test.describe("when the listing cannot be loaded", { tag: "@front" }, () => {
  const troubles: [what: string, mishap: Parameters<Page["route"]>[1], words: string][] = [
    ["the call is refused", mishaps.refused(500), "Failed to fetch products"],
    [
      "the answer says no",
      mishaps.saysNo("The shelf is being painted"),
      "Failed to fetch products: The shelf is being painted",
    ],
    ["the answer is no list", mishaps.wrongShape, "Failed to fetch products. Please check the API."],
    ["there is no network", mishaps.noNetwork, "We could not reach the shop. Please check your connection."],
  ];
  for (const [what, mishap, words] of troubles) {
    test(`${what}: a warning sign and why (§2.5, §8, D40)`, async ({ page }) => {
      await page.goto("/contact-us");
      await page.route(calls.listing, mishap);
      await stepTo(page, "/products");
      const problem = page.getByRole("alert").filter({ hasText: words });
      await expect(problem).toHaveText(words);
      await expect(problem.locator("svg")).toBeVisible();
      await page.unroute(calls.listing);
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByRole("article").first()).toBeVisible();
    });
  }

  test("it is slow: 'Loading products...' until it is there (§2.5, §4, §8, D40)", async ({ page }) => {
    await page.goto("/contact-us");
    const goOn = await holdBack(page, calls.listing);
    await stepTo(page, "/products");
    await expect(page.getByText("Loading products...").first()).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(0);
    goOn();
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect(page.getByText("Loading products...")).toBeHidden();
  });
});

test.describe("below 768 px", { tag: "@front" }, () => {
  test("filters and order are sheets from the bottom; at 768 px they are a bar (§2.5, §9, D82)", async ({
    page,
  }) => {
    await page.setViewportSize(phone);
    await page.goto("/products");
    await waitUntilAwake(page);
    const filter = page.getByRole("button", { name: "Filter", exact: true });
    const sort = page.getByRole("button", { name: "Sort", exact: true });
    const first = page.getByRole("article").first();
    expect(await getBottom(first)).toBeLessThan(phone.height);

    // The bar stays in reach, and what is focused above comes clear of it.
    await page.getByRole("article").nth(8).scrollIntoViewIfNeeded();
    await expect(filter).toBeInViewport();
    expect((await filter.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await first.getByRole("link").focus();
    await expect
      .poll(async () => ((await first.getByRole("link").boundingBox())?.y ?? 0) >= (await getBottom(filter)))
      .toBe(true);

    await filter.click();
    const sheet = page.getByRole("dialog", { name: "Filter" });
    await expect(sheet).toBeVisible();
    await expect
      .poll(async () => Math.round((await sheet.locator("> div").last().boundingBox())?.y ?? 0))
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
    await expect(order).toBeHidden();
    await expect(page).toHaveURL("/products?material=Teak%20wood&sortOption=Price%20low%20to%20high");

    await page.setViewportSize({ width: 767, height: 900 });
    await expect(page.getByRole("button", { name: "Sort", exact: true })).toBeVisible();
    await page.setViewportSize({ width: 768, height: 900 });
    await expect(page.getByRole("button", { name: "Sort", exact: true })).toBeHidden();
    await expect(page.getByRole("combobox", { name: "Sort by" })).toBeVisible();
  });
});

async function getBottom(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return (box?.y ?? Infinity) + (box?.height ?? 0);
}
