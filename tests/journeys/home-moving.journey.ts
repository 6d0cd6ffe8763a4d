import { expect, test } from "../support/shop.ts";
import { getRegion } from "./home-page.ts";

test(
  "the banner goes on every 3000 ms, round and round, until it is paused (§2.4, §9)",
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
    `${cards} services are seen at ${width} px, and nothing is wider than the window (§2.4)`,
    { tag: "@front" },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/");
      const services = getRegion(page, "Our services");
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
  "the services go round by themselves, and wait while the mouse is over them (§2.4)",
  { tag: "@front" },
  async ({ page }) => {
    await page.clock.install();
    await page.goto("/");
    const services = getRegion(page, "Our services");
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
  "one film plays at a time, pauses, and closing brings its still back (§2.4)",
  { tag: "@front" },
  async ({ page }) => {
    await page.goto("/");
    const films = getRegion(page, "See Our Premium Look");
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
