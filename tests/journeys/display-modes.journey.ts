import type { BrowserContext, Locator, Page } from "@playwright/test";
import { waitUntilAwake } from "../screens/steps.ts";
import { expect, type Shop, test } from "../support/journey-shop.ts";
import {
  createRegularCustomer,
  type RegularCustomer,
  storeGuestCart,
  storeSession,
} from "../support/visitors.ts";
import { listMisfits, setTextSpacing } from "../screens/text-fit.ts";

const signIn = async (context: BrowserContext, shop: Shop): Promise<RegularCustomer> => {
  const customer = await createRegularCustomer(shop.url, `meera.display.${Date.now()}`);
  await storeSession(context, customer);
  return customer;
};

const readBackground = (element: Locator, pseudo?: string) =>
  element.evaluate((element, part) => getComputedStyle(element, part).backgroundColor, pseudo);
const readColour = (element: Locator) => element.evaluate((element) => getComputedStyle(element).color);

async function openOrder(page: Page, orderId: string): Promise<void> {
  await page.goto(`/order-details/${orderId}`);
  await expect(page.getByRole("table").first()).toBeVisible();
}

test(
  "in forced-colours mode, elements that otherwise differ only in colour still look different",
  { tag: ["@front", "@long"] },
  async ({ page, context, shop }) => {
    const customer = await signIn(context, shop);
    await page.emulateMedia({ forcedColors: "active", colorScheme: "dark", reducedMotion: "reduce" });
    await openOrder(page, customer.orders.paid);
    const step = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    const done = await readBackground(step("Placed"), "::before");
    expect(await readBackground(step("Paid"), "::before")).toBe(done);
    expect(await readBackground(step("Delivered"), "::before")).not.toBe(done);

    const account = page.getByRole("navigation", { name: "Account" });
    const current = await readBackground(account.getByRole("link", { name: "Order History" }));
    expect(await readBackground(account.getByRole("link", { name: "Addresses" }))).not.toBe(current);

    // The logo must have the visitor's text colour. Brown would be invisible on a dark background.
    const logo = page.getByRole("complementary").locator("svg").first();
    expect(await readColour(logo)).toBe(await readColour(logo.locator("..")));

    await page.goto("/");
    await waitUntilAwake(page);
    const pause = page.getByRole("button", { name: "Play the slides" });
    expect(await readBackground(pause)).not.toBe(await readColour(pause));
    expect(await readBackground(pause)).not.toBe("rgba(0, 0, 0, 0)");
    const dots = page.getByRole("button", { name: /^Slide \d/ });
    expect(await readBackground(dots.first(), "::before")).not.toBe(
      await readBackground(dots.last(), "::before"),
    );
  },
);

test(
  "a printed order page contains only the order, without header, menu and footer",
  { tag: ["@front", "@long"] },
  async ({ page, context, shop }) => {
    const { orders } = await signIn(context, shop);
    await openOrder(page, orders.unpaid);
    await page.setViewportSize({ width: 794, height: 1123 });
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const main = page.getByRole("main");
    await expect(main.getByRole("button").filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole("navigation").filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(page.getByRole("contentinfo")).toBeHidden();
    const boxes = main.locator("section", { has: page.locator("h2") });
    const breaks = await boxes.evaluateAll((all) => all.map((box) => getComputedStyle(box).breakInside));
    expect(new Set(breaks)).toEqual(new Set(["avoid"]));
    expect(await listMisfits(page)).toEqual([]);
  },
);

test(
  "no text of eight pages and the cart drawer is cut off at 320 px, even with wider text spacing",
  { tag: ["@front", "@long"] },
  async ({ page, context, shop }) => {
    const { orders } = await signIn(context, shop);
    const paths = [
      "/",
      "/products",
      "/checkout",
      "/orders",
      `/order-details/${orders.cancelling}`,
      "/address",
      "/product-info/aranya-acacia-serving-tray-brass",
      "/cart",
    ];
    await page.setViewportSize({ width: 320, height: 700 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const path of paths) {
      await page.goto(path);
      await waitUntilAwake(page);
      await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
      expect.soft(await listMisfits(page), path).toEqual([]);
      await setTextSpacing(page);
      expect.soft(await listMisfits(page), `${path}, set wider`).toEqual([]);
    }
    await page.getByRole("button", { name: /^Shopping Cart/ }).click();
    await expect(page.getByRole("dialog").getByText(/^Total: /)).toBeVisible();
    expect(await listMisfits(page), "cart drawer, set wider").toEqual([]);
  },
);

test(
  "on a phone with text at 200 %, the checkout breaks no word, no button covers 'Shop Now', and the cart drawer scrolls (§2.2)",
  { tag: ["@front", "@long"] },
  async ({ page, context, shop }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    const browser = await context.newCDPSession(page);
    await browser.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
    await storeGuestCart(context, shop.url, { "teak-tissue-box": 1, "acacia-everyday-bowl": 1 });
    await signIn(context, shop);
    await page.goto("/checkout");
    await expect(page.getByRole("complementary", { name: "Your order" })).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
    expect(await listBrokenWords(page)).toEqual([]);

    await page.goto("/");
    await waitUntilAwake(page);
    const shopNow = page.getByRole("main").getByRole("link", { name: "Shop Now" }).first();
    const pause = page.getByRole("button", { name: "Play the slides" });
    const [link, button] = [await shopNow.boundingBox(), await pause.boundingBox()];
    expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual((button?.y ?? 0) + 1);

    await page.getByRole("button", { name: /^Shopping Cart/ }).click();
    const lines = page.getByRole("dialog").getByRole("listitem");
    await expect(lines.first()).toBeVisible();
    for (const line of await lines.all()) {
      await line.scrollIntoViewIfNeeded();
      await expect(line).toBeInViewport({ ratio: 0.99 });
    }
    expect(await listMisfits(page)).toEqual([]);
  },
);

/** Returns the words of the main region that continue on a second line, except e-mail addresses and hyphenated words. */
const listBrokenWords = (page: Page): Promise<string[]> =>
  page.getByRole("main").evaluate((main) => {
    const broken: string[] = [];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(
        /(?<![\w@.-])[A-Za-z]{3,}(?![\w@.-])/g,
      )) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1 && node.parentElement?.checkVisibility()) broken.push(word);
      }
    return broken;
  });
