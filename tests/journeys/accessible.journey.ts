import type { Browser, Page } from "@playwright/test";
import type { Screen } from "../screens/acts.ts";
import { findViolations } from "../screens/axe.ts";
import { PICTURED_SECRET } from "../screens/plain-screens.ts";
import { screenGroups, show, waitUntilStill, type Width, widths } from "../screens/screens.ts";
import { layOutWhole } from "../screens/steps.ts";
import { isLongForm } from "../support/long-form.ts";
import { expect, type Shop, test } from "../support/journey-shop.ts";
import {
  createRegularCustomer,
  type RegularCustomer,
  storeGuestCart,
  storeSession,
} from "../support/visitors.ts";

/* Checks every screen with axe (WCAG 2.2 AA); also headings, landmarks, touch targets, and text at twice its size. */

/** `npm test` checks only these screens, each at one width. Together they show every kind of component state. */
const CHECKED_ALWAYS: Record<string, Width> = {
  "home-menu-drawer": "narrow",
  listing: "wide",
  product: "narrow",
  "cart-drawer-remove": "wide",
  "sign-up-errors": "narrow",
  "order-details": "wide",
  "checkout-errors": "wide",
};

const names = new Set(Object.values(screenGroups).flatMap((screens) => screens.map(({ name }) => name)));
const unknown = Object.keys(CHECKED_ALWAYS).filter((name) => !names.has(name));
if (unknown.length > 0) throw new Error(`No such screens: ${unknown.join(", ")}`);

/** The minimum size of a touch target, in CSS pixels. */
const TARGET = 44;
const HEIGHT = 844;
const LARGE_TEXT_WIDTHS = [320, 600, 1280];
/** Screens that are not tested with large text, because their content is too short to overflow. */
const NOT_WIDER = /loading|failed|refused|nothing|guest|missing|gone|dispatch|no-link|on-its-way/;

const customers = new Map<string, Promise<RegularCustomer>>();

function getCustomer(shop: Shop): Promise<RegularCustomer> {
  const name = `a.customer.with.a.long.address.${Date.now()}`;
  const customer = customers.get(shop.url) ?? createRegularCustomer(shop.url, name);
  customers.set(shop.url, customer);
  return customer;
}

// Only `npm test -- all` opens pages behind signed links. This secret lets the test sign them.
test.use(isLongForm ? { settings: { SHOP_SECRET: PICTURED_SECRET } } : {});

test.describe("accessibility of the screens", { tag: "@front" }, () => {
  test.describe.configure({ mode: "parallel", timeout: 600_000 });

  for (const [group, screens] of Object.entries(screenGroups)) {
    const chosen = isLongForm ? screens : screens.filter(({ name }) => name in CHECKED_ALWAYS);
    if (chosen.length === 0) continue;
    const details = group === "a product" ? { tag: "@pictures" } : {};
    test(`the screens of ${group} have no accessibility problems`, details, async ({ browser, shop }) => {
      const customer = await getCustomer(shop);
      const pages = new Map<string, Page>();
      for (const screen of chosen) {
        const visitor = JSON.stringify([screen.as, screen.bag]);
        const page = pages.get(visitor) ?? (await openPage(browser, shop, screen, customer));
        pages.set(visitor, page);
        for (const visited of listVisits(screen)) {
          const problems = await listProblems(page, screen, customer, visited).catch(String);
          expect.soft(problems, `${screen.name} (${visited.join(", ")})`).toEqual([]);
        }
      }
      for (const page of pages.values()) await page.context().close();
    });
  }
});

async function openPage(browser: Browser, shop: Shop, { as, bag }: Screen, customer: RegularCustomer) {
  const context = await browser.newContext({ baseURL: shop.url, reducedMotion: "reduce" });
  // If a screen cannot be opened within this time, it is reported, and the other screens are still checked.
  context.setDefaultTimeout(20_000);
  if (as === "customer") await storeSession(context, customer);
  if (bag) await storeGuestCart(context, shop.url, bag);
  return context.newPage();
}

/** Returns groups of widths to check. A screen is opened once for each group, and then only resized. */
function listVisits({ name, only }: Screen): Width[][] {
  if (!isLongForm) return [[CHECKED_ALWAYS[name] ?? "narrow"]];
  if (only) return [[only]];
  return name === "listing-price-fault" ? [["wide"], ["narrow"]] : [["wide", "narrow"]];
}

async function listProblems(page: Page, screen: Screen, customer: RegularCustomer, visited: Width[]) {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  if (page.url() !== "about:blank")
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  const problems: string[] = [];
  for (const [visit, width] of visited.entries()) {
    await page.setViewportSize({ width: widths[width], height: HEIGHT });
    if (visit === 0) await show(page, screen, customer);
    else await waitUntilStill(page);
    problems.push(...(await findViolations(page)), ...(await page.evaluate(listUnusable, TARGET)));
  }
  const isNarrow = visited.includes("narrow");
  if (isLongForm && isNarrow && !NOT_WIDER.test(screen.name))
    problems.push(...(await listOverflow(page, screen)));
  return problems;
}

/** Runs in the page. Returns problems with headings, landmarks, touch targets, and content outside the window. */
function listUnusable(least: number): string[] {
  const problems: string[] = [];
  const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest("dialog"))
    .map(({ tagName }) => Number(tagName[1]));
  if (headings.filter((level) => level === 1).length !== 1) problems.push("not exactly one h1");
  for (const [at, level] of headings.entries())
    if (at > 0 && level > (headings[at - 1] ?? 0) + 1)
      problems.push(`h${headings[at - 1]} is followed by h${level}`);

  for (const landmark of ["header", "main", "footer"]) {
    const count = [...document.querySelectorAll(landmark)].filter(
      (each) => !each.parentElement?.closest("main, article, section, aside, nav, dialog"),
    ).length;
    if (count !== 1) problems.push(`${count} × ${landmark}`);
  }

  const isHidden = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width <= 1 ||
      height <= 1 ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      element.closest("[inert], .visually-hidden") !== null
    );
  };
  const getLabel = (element: Element) =>
    element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
  const measure = (element: Element) => {
    const boxes = [element, getLabel(element)].flatMap((each) => each?.getBoundingClientRect() ?? []);
    const drawn = ["::before", "::after"].map((pseudo) => {
      const { content, position, width, height } = getComputedStyle(element, pseudo);
      const isDrawn = content !== "none" && position === "absolute";
      return isDrawn
        ? { width: Number.parseFloat(width), height: Number.parseFloat(height) }
        : { width: 0, height: 0 };
    });
    return (["width", "height"] as const).map((side) =>
      Math.max(...[...boxes, ...drawn].map((box) => box[side] || 0)),
    );
  };
  const isInText = (element: Element): boolean =>
    element.tagName === "A" &&
    /^inline(-block)?$/.test(getComputedStyle(element).display) &&
    (element.parentElement?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0);
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  for (const control of top.querySelectorAll(
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [tabindex='0']",
  )) {
    const label = getLabel(control);
    if ((isHidden(control) && (!label || isHidden(label))) || isInText(control)) continue;
    const [width = 0, height = 0] = measure(control);
    const name = (control.getAttribute("aria-label") ?? control.textContent?.trim() ?? "").slice(0, 40);
    if (Math.min(width, height) < least - 0.5)
      problems.push(`too small: ${control.tagName} "${name}" ${Math.round(width)} × ${Math.round(height)}`);
  }

  if (document.documentElement.scrollWidth > window.innerWidth)
    for (const each of [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth)
      .slice(0, 5))
      problems.push(`beyond the window: ${each.outerHTML.slice(0, 160)}`);
  return [...new Set(problems)];
}

/** Checks WCAG 1.4.4 and 1.4.10: text at twice its size never scrolls sideways. Changes the page, so call it last. */
async function listOverflow(page: Page, { only, overlay }: Screen): Promise<string[]> {
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  await layOutWhole(page);
  const problems: string[] = [];
  for (const width of only || overlay ? LARGE_TEXT_WIDTHS.slice(0, 1) : LARGE_TEXT_WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await waitUntilStill(page);
    const overflow = await page.evaluate(() => {
      const name = (each: Element) => `${each.tagName} ${(each.textContent ?? "").trim().slice(0, 40)}`;
      const isOver = document.documentElement.scrollWidth > innerWidth;
      const wide = [...document.querySelectorAll("body *")].filter(
        (each) => isOver && each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1,
      );
      // Leaves out a zoomed photograph, because it may scroll in both directions.
      const scrolling = [...document.querySelectorAll("dialog[open], dialog[open] *")].filter(
        (each) =>
          each.checkVisibility() &&
          each.clientWidth > 1 &&
          each.scrollWidth > each.clientWidth + 1 &&
          ["auto", "scroll"].includes(getComputedStyle(each).overflowX) &&
          !each.matches("[data-near]"),
      );
      return [
        ...(isOver ? ["the page scrolls sideways"] : []),
        ...[...wide.slice(0, 6), ...scrolling].map(name),
      ];
    });
    problems.push(...overflow.map((problem) => `large text at ${width} px: ${problem}`));
  }
  return problems;
}
