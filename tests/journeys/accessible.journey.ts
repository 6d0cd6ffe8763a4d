import type { BrowserContext, Page } from "@playwright/test";
import type { Screen } from "../screens/acts.ts";
import { findViolations } from "../screens/axe.ts";
import { PICTURED_SECRET } from "../screens/plain-screens.ts";
import { moreScreens, screens, show, waitUntilStill, type Width, widths } from "../screens/screens.ts";
import { layOutWhole, waitUntilAwake } from "../screens/steps.ts";
import { createRegularCustomer, type RegularCustomer } from "../support/regular-customer.ts";
import { expect, type Shop, test } from "../support/shop.ts";
import { storeGuestBag, storeSession } from "../support/visitors.ts";

/** The least size for a finger, in CSS pixels. */
const TARGET = 44;

// The tracking page is opened by a signed link. A browser that has the shop's files already opens a page sooner.
test.use({ settings: { SHOP_SECRET: PICTURED_SECRET }, reuseContext: true });

let customer: RegularCustomer;
test.beforeAll(async ({ shop }, { workerIndex }) => {
  customer = await createRegularCustomer(
    shop.url,
    `a.customer.with.a.long.address.${workerIndex}.${Date.now()}`,
  );
});

const HEIGHT = 844;
const getViewport = (width: Width) => ({ width: widths[width], height: HEIGHT });

/** How a page waits or fails is no wider than how it is; the owner's page of a parcel is his. */
const noWider = /loading|failed|refused|nothing|guest|missing|gone|dispatch|no-link|on-its-way/;
const isTriedLarge = ({ name, only }: Screen) => only !== "wide" && !noWider.test(name);

test.describe("screens", { tag: "@front" }, () => {
  // A quarter of all journeys' time: each worker takes a share of them.
  test.describe.configure({ mode: "parallel", timeout: 120_000 });
  test.use({ viewport: getViewport("wide"), reducedMotion: "reduce" });
  // The one thing that a page used again would bring along.
  test.afterEach(({ page }) => page.evaluate(() => sessionStorage.clear()));

  // A page no one has touched is the same after a change of width: one visit will do.
  for (const screen of screens.filter(({ act, only }) => !act && !only)) {
    test(`anyone can use: ${screen.name}`, async ({ page, context, shop }) => {
      await visit(page, context, shop, screen);
      await expectUsable(page, "wide");
      await page.setViewportSize(getViewport("narrow"));
      await waitUntilStill(page);
      await expectUsable(page, "narrow");
      if (isTriedLarge(screen)) await expectNoOverflow(page, screen);
    });
  }

  for (const width of Object.keys(widths) as Width[]) {
    for (const screen of screens.filter(({ act, only }) => (act || only) && (only ?? width) === width)) {
      test(`anyone can use: ${screen.name}, ${width}`, async ({ page, context, shop }) => {
        await page.setViewportSize(getViewport(width));
        await visit(page, context, shop, screen);
        await expectUsable(page, width);
        if (width === "narrow" && isTriedLarge(screen)) await expectNoOverflow(page, screen);
      });
    }
  }

  const signedIn: Screen = { name: "log-in-signed-in", path: "/log-in", as: "customer" };
  for (const screen of [...moreScreens.filter(isTriedLarge), signedIn]) {
    test(`nothing goes beyond the window with large text: ${screen.name}`, async ({
      page,
      context,
      shop,
    }) => {
      await page.setViewportSize(getViewport("narrow"));
      await visit(page, context, shop, screen);
      await expectNoOverflow(page, screen);
    });
  }
});

async function visit(page: Page, context: BrowserContext, shop: Shop, screen: Screen): Promise<void> {
  if (screen.as === "customer") await storeSession(context, customer);
  if (screen.bag) await storeGuestBag(context, shop.url, screen.bag);
  await show(page, screen, customer);
}

async function expectUsable(page: Page, width: Width): Promise<void> {
  expect.soft(await findViolations(page), `axe, ${width}`).toEqual([]);
  const found = await page.evaluate(lookAround, TARGET);
  const titles = found.headings.filter((level) => level === 1);
  expect.soft(titles, `one h1, ${width}`).toHaveLength(1);
  expect.soft(findSkipped(found.headings), `headings in order, ${width}`).toEqual([]);
  expect.soft(found.landmarks, `landmarks, ${width}`).toEqual({ banner: 1, main: 1, contentinfo: 1 });
  expect.soft(found.small, `targets of ${TARGET} px, ${width}`).toEqual([]);
  expect.soft(found.wider, `nothing to scroll sideways, ${width}`).toEqual([]);
}

/**
 * WCAG 1.4.4, 1.4.10: text twice as large, on a phone and at a desk, and nothing has to be scrolled sideways. The page
 * is of no other use afterwards.
 */
async function expectNoOverflow(page: Page, { only, overlay }: Screen): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  await layOutWhole(page);
  for (const width of only || overlay ? [390, 320] : [390, 320, 600, 1280]) {
    await page.setViewportSize({ width, height: HEIGHT });
    await waitUntilStill(page);
    expect
      .soft(await measureOverflow(page), `large text at ${width} px`)
      .toEqual({ over: 0, wide: [], dialog: [] });
  }
}

test("the skip link leads past the header", { tag: "@front" }, async ({ page }) => {
  await page.goto("/products");
  await waitUntilAwake(page);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.locator("#content")).toBeFocused();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.querySelector("main")?.contains(document.activeElement))).toBe(
    true,
  );
});

test(
  "what moves by itself can be paused, and keeps still for who wants less motion (§2.4)",
  { tag: "@front" },
  async ({ page }) => {
    const shown = page.getByRole("group", { name: /^\d of 3$/ }).and(page.locator("[data-shown]"));
    await page.clock.install();
    await page.goto("/");
    await waitUntilAwake(page);
    await page.clock.runFor(3_100);
    await expect(shown).toHaveAccessibleName("2 of 3");
    await page.getByRole("button", { name: "Pause the slides" }).click();
    await page.mouse.move(0, 0);
    const paused = (await shown.getAttribute("aria-label")) ?? "";
    await page.clock.runFor(10_000);
    await expect(shown).toHaveAccessibleName(paused);

    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.reload();
    await expect(page.getByRole("button", { name: "Play the slides" })).toBeVisible();
    await page.clock.runFor(10_000);
    await expect(shown).toHaveAccessibleName("1 of 3");
  },
);

/** Places where a heading stands more than one level below the one before it. */
const findSkipped = (levels: readonly number[]): string[] =>
  levels.flatMap((level, index) => {
    const before = levels[index - 1] ?? 0;
    return level > before + 1 && index > 0 ? [`h${before} → h${level}`] : [];
  });

/** Runs in the page: what is there to be seen, heard and pressed. */
function lookAround(least: number) {
  const dialogs = [...document.querySelectorAll("dialog[open]")];
  const top = dialogs.at(-1) ?? document.body;

  const isHidden = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width <= 1 ||
      height <= 1 ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      element.closest("[inert], .visually-hidden") !== null
    );
  };
  const sizeOf = (element: Element): { width: number; height: number } => {
    // A control that is drawn by its label is pressed by its label.
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    const boxes = [element, ...(label ? [label] : [])].map((each) => each.getBoundingClientRect());
    const around = ["::before", "::after"].map((pseudo) => {
      const { content, position, width, height } = getComputedStyle(element, pseudo);
      return content !== "none" && position === "absolute"
        ? { width: Number.parseFloat(width), height: Number.parseFloat(height) }
        : { width: 0, height: 0 };
    });
    return {
      width: Math.max(...[...boxes, ...around].map(({ width }) => width || 0)),
      height: Math.max(...[...boxes, ...around].map(({ height }) => height || 0)),
    };
  };
  const isInText = (element: Element): boolean => {
    if (element.tagName !== "A" || !/^inline(-block)?$/.test(getComputedStyle(element).display)) return false;
    const around = element.parentElement?.textContent?.trim() ?? "";
    return around.length > (element.textContent?.trim().length ?? 0);
  };
  const controls = [
    ...top.querySelectorAll(
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [tabindex='0']",
    ),
  ];
  const small = controls
    .filter((control) => {
      const hiddenInput =
        control instanceof HTMLInputElement && control.labels?.[0] && !isHidden(control.labels[0]);
      return (hiddenInput || !isHidden(control)) && !isInText(control);
    })
    .flatMap((control) => {
      const { width, height } = sizeOf(control);
      const name = control.getAttribute("aria-label") ?? control.textContent?.trim() ?? "";
      return width < least - 0.5 || height < least - 0.5
        ? [
            `${control.tagName.toLowerCase()} "${name.slice(0, 40)}" ${Math.round(width)} × ${Math.round(height)}`,
          ]
        : [];
    });

  const outside = (selector: string) =>
    [...document.querySelectorAll(selector)].filter(
      (element) => element.parentElement?.closest("main, article, section, aside, nav, dialog") === null,
    ).length;
  const reachesOut = (element: Element) => element.getBoundingClientRect().right > window.innerWidth;
  return {
    small: [...new Set(small)],
    headings: [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
      .filter(
        (heading) => heading.checkVisibility({ visibilityProperty: true }) && !heading.closest("dialog"),
      )
      .map(({ tagName }) => Number(tagName[1])),
    landmarks: { banner: outside("header"), main: outside("main"), contentinfo: outside("footer") },
    wider:
      document.documentElement.scrollWidth > window.innerWidth
        ? [...document.querySelectorAll("body *")]
            .filter(reachesOut)
            .slice(0, 5)
            .map((each) => each.outerHTML.slice(0, 160))
        : [],
  };
}

/** How far the page scrolls sideways and what makes it; what does so in the dialog that lies over it. */
const measureOverflow = (page: Page) =>
  page.evaluate(() => {
    const over = document.documentElement.scrollWidth - innerWidth;
    const name = (each: Element) => `${each.tagName} ${(each.textContent ?? "").trim().slice(0, 40)}`;
    const wide = [...document.querySelectorAll("body *")].filter(
      (each) => over > 0 && each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1,
    );
    const parts = [...document.querySelectorAll("dialog[open], dialog[open] *")].filter(
      (each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1,
    );
    // A photograph that came near is moved about in, both ways.
    const scrolling = parts.filter(
      (each) => ["auto", "scroll"].includes(getComputedStyle(each).overflowX) && !each.matches("[data-near]"),
    );
    return { over, wide: wide.slice(0, 6).map(name), dialog: scrolling.map(name) };
  });
