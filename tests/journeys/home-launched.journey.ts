import { expect, test } from "../support/shop.ts";
import { answerLists, goHomeByLink, getNewlyLaunched } from "./home-page.ts";

test.describe("Newly Launched", { tag: "@front" }, () => {
  test("eight above 768 px, all of them after 'View All', and back to the top of the section (§2.4, §9)", async ({
    page,
  }) => {
    await page.goto("/");
    const cards = getNewlyLaunched(page).getByRole("listitem");
    await expect(cards).toHaveCount(8);
    await getNewlyLaunched(page).getByRole("button", { name: "View All" }).click();
    await expect(cards).not.toHaveCount(8);
    await getNewlyLaunched(page).getByRole("button", { name: "Show Less" }).click();
    await expect(cards).toHaveCount(8);
    await expect
      .poll(() =>
        getNewlyLaunched(page).evaluate((section) => Math.round(section.getBoundingClientRect().top)),
      )
      .toBe(100);
  });

  for (const width of [431, 768]) {
    test(`one at a time at ${width} px, endless both ways (§2.4, D42)`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/");
      await expect(getNewlyLaunched(page).getByRole("button", { name: "View All" })).toBeHidden();
      await expect(getNewlyLaunched(page).getByText("1 of 8")).toBeVisible();
      await getNewlyLaunched(page).getByRole("button", { name: "Previous product" }).click();
      await expect(getNewlyLaunched(page).getByText("8 of 8")).toBeVisible();
      await getNewlyLaunched(page).getByRole("button", { name: "Next product" }).click();
      await expect(getNewlyLaunched(page).getByText("1 of 8")).toBeVisible();
      const shown = getNewlyLaunched(page).locator('[data-turn="in"]');
      await expect(shown).toHaveCSS("animation-duration", "0.5s");
      await expect(shown.getByRole("heading")).toHaveCSS("height", "0px");
    });
  }

  test("the first four at 430 px (§2.4, §9, D42, D82)", async ({ page }) => {
    await page.setViewportSize({ width: 430, height: 900 });
    await page.goto("/");
    await expect(getNewlyLaunched(page).getByRole("link")).toHaveCount(4);
    await expect(getNewlyLaunched(page).getByRole("button", { name: "View All" })).toBeVisible();
  });

  for (const [name, answer, words] of [
    ["a refusal", { status: 500, body: "{}" }, "Error: Failed to fetch products. Status: 500"],
    ["another shape", { json: { success: true } }, "Error: Failed to fetch products. Please check the API."],
    ["nothing", { json: { success: true, message: "", data: [], total: 0 } }, "No products available"],
  ] as const) {
    test(`says what is the matter when the shop answers with ${name} (§2.4, §8, D40)`, async ({ page }) => {
      await answerLists(page, (route) => route.fulfill(answer));
      await goHomeByLink(page);
      await expect(getNewlyLaunched(page)).toContainText(words);
    });
  }

  test("says that it is loading for as long as it takes (§2.4, §8, D40)", async ({ page }) => {
    const { promise: enough, resolve: go } = Promise.withResolvers<void>();
    await answerLists(page, async (route) => {
      await enough;
      await route.continue();
    });
    await goHomeByLink(page);
    await expect(getNewlyLaunched(page).getByText("Loading products...")).toBeVisible();
    go();
    await expect(getNewlyLaunched(page).getByRole("listitem")).toHaveCount(8);
  });
});
