import type { Page, Route } from "@playwright/test";
import { partMessages, unreachableMessages } from "#client/use-response.ts";
import { stepTo, waitUntilAwake } from "../screens/steps.ts";
import { expect, phone, test } from "../support/shop.ts";
import { createRegularCustomer, storeGuestBag, storeSession } from "../support/visitors.ts";

/*
 * When a built file cannot be loaded, the page stays visible, shows a message, and works again once the file can be
 * loaded.
 */

const GOODS = "acacia-everyday-bowl";

const guestPages = [
  "/",
  "/products",
  `/product-info/${GOODS}`,
  "/cart",
  "/log-in",
  "/sign-up",
  "/forgot-password",
  "/our-story",
  "/contact-us",
  "/refund-policy",
  "/terms-condition",
  "/shipping-policy",
  "/no-such-page",
];

const customerPages = ["/cart", "/checkout", "/feedback-form", "/orders", "/address", "/profile"];

const failures = {
  "the connection is gone": (route: Route) => route.abort("internetdisconnected"),
  "the server has another build": (route: Route) => route.fulfill({ status: 404, body: "" }),
};
const ANOTHER_BUILD = failures["the server has another build"];

for (const [name, fail] of Object.entries(failures))
  for (const who of ["guest", "customer"]) {
    test(
      `if a file cannot be loaded, the pages of a ${who} show a message, and the next click loads it: ${name}`,
      { tag: ["@front", "@long"] },
      async ({ page, context, shop }) => {
        test.setTimeout(180_000);
        let pages = guestPages;
        if (who === "customer") {
          const customer = await createRegularCustomer(shop.url, `files.${Date.now()}`);
          await storeSession(context, customer);
          pages = [...customerPages, `/order-details/${customer.orders.paid}`];
        }
        const errors: string[] = [];
        page.on("pageerror", ({ message }) => errors.push(message));
        await makeReady(page);
        const failing = await failLaterFiles(page, fail);
        await page.goto("/our-story");
        await waitUntilAwake(page);
        // If a file is missing because the server runs another build, the page reloads once per visit. After that it
        // only shows a message.
        await page.getByRole("button", { name: /^Shopping Cart/ }).click();
        if (fail === ANOTHER_BUILD) await expect(page).toHaveURL("/cart");
        for (const address of pages) {
          await test.step(address, () => clickAll(page, failing, address));
          expect(errors, address).toEqual([]);
        }
        // From here on links are not prefetched, so the code of a page is loaded only by a navigation.
        await saveData(page);
        for (const [from = "", ...steps] of [pages, pages.slice(0, 2).toReversed()]) {
          failing.now = true;
          await page.goto(from);
          await waitUntilAwake(page);
          await mark(page);
          for (const address of steps) await test.step(address, () => takeStep(page, failing, address));
          expect(await isMarked(page)).toBe(true);
        }
        expect(errors).toEqual([]);
      },
    );
  }

test(
  "if the server has another build, the next navigation reloads the document once and keeps the bag",
  { tag: "@front" },
  async ({ page, context, shop }) => {
    await storeGuestBag(context, shop.url, { [GOODS]: 2 });
    const failing = await failLaterFiles(page, ANOTHER_BUILD);
    await page.goto("/");
    await waitUntilAwake(page);
    await mark(page);
    await page.getByRole("button", { name: /^Shopping Cart/ }).click();
    await expect(page).toHaveURL("/cart");
    await expect(page.getByTestId("cart-badge")).toHaveText("2");
    expect(await isMarked(page)).toBe(false);
    await page.goBack();
    await expect(page).toHaveURL("/");
    await waitUntilAwake(page);
    await mark(page);
    // The reloaded document refers to the same files, so a second reload would not help.
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(unreachableMessages.heading);
    expect(await isMarked(page)).toBe(true);
    expect([...failing.requested]).not.toEqual([]);
  },
);

for (const [name, fail] of Object.entries(failures))
  test(
    `a page whose files fail at first keeps its HTML and loads its styles later: ${name}`,
    { tag: ["@front", "@long"] },
    async ({ page }) => {
      test.setTimeout(180_000);
      await makeReady(page);
      const tried = new Set<string>();
      let files: string[] = [];
      await page.route("**/assets/*", (route) => {
        const { pathname } = new URL(route.request().url());
        if (!files.includes(pathname) || tried.has(pathname)) return route.continue();
        tried.add(pathname);
        return fail(route);
      });
      for (const address of [...guestPages, ...customerPages, "/order-details/none"]) {
        const html = await (await page.request.get(address)).text();
        const fresh = (html.match(/\/assets\/[^"]+\.(?:js|css)/g) ?? []).filter((file) => !tried.has(file));
        // The files of the home page fail one at a time. On other pages, all files that have not failed before fail
        // together.
        for (files of address === "/" ? fresh.map((file) => [file]) : [fresh]) {
          await page.goto(address);
          await expect(page.getByRole("contentinfo")).toBeVisible();
          await expect(page.getByRole("main")).not.toBeEmpty();
          expect([...tried]).toEqual(expect.arrayContaining(files));
          await expect.poll(() => areStylesThere(page), { message: files.join(" ") }).toBe(true);
        }
      }
    },
  );

const areStylesThere = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].every(
      ({ sheet }) => sheet !== null,
    ),
  );

interface Failing {
  now: boolean;
  /** The paths of the files whose requests failed. */
  requested: Set<string>;
}

/**
 * Makes requests for built files fail while `now` is true. Files that the HTML names or that were loaded earlier are
 * still served. The browser would have the earlier ones in its cache, but routes disable the cache.
 */
async function failLaterFiles(page: Page, fail: (route: Route) => Promise<void>) {
  const failing: Failing = { now: true, requested: new Set() };
  const had = new Set<string>();
  let html = "";
  await page.route(
    (url) => !url.pathname.includes("."),
    async (route) => {
      if (route.request().resourceType() !== "document") return route.continue();
      const answer = await route.fetch();
      html = await answer.text();
      had.clear();
      return route.fulfill({ response: answer, body: html });
    },
  );
  await page.route("**/assets/*", (route) => {
    const { pathname } = new URL(route.request().url());
    if (!failing.now || html.includes(pathname) || had.has(pathname)) {
      had.add(pathname);
      return route.continue();
    }
    failing.requested.add(pathname);
    return fail(route);
  });
  return failing;
}

/** Returns the files that a page loads when it is idle. The checkout has no menu, search or bag. */
const listIdleParts = (address: string) =>
  address === "/checkout"
    ? ["toast-host"]
    : ["toast-host", "cart-drawer", "after-page", "menu-drawer", "log-out-dialog"];

interface Click {
  name: string;
  /** The message that appeared instead of the opened part, or null if the part opened. */
  problem: string | null;
  /** True if the page still shows its content and its footer. */
  whole: boolean;
}

const PART_MESSAGES: string[] = [partMessages.unreachable, partMessages.outdated];

/** Clicks every control that opens a part of the page, one after another. Closes each part again. */
const clickOpeners = (page: Page): Promise<Click[]> =>
  page.evaluate(async (messages) => {
    const { alerts } = window as unknown as { alerts: string[] };
    const opened = () => document.querySelector("dialog[open]");
    const findMessage = () => alerts.find((text) => messages.includes(text)) ?? null;
    const until = async (isSo: () => boolean) => {
      for (let tries = 0; tries < 3_000 && !isSo(); tries++) await new Promise(requestAnimationFrame);
    };
    const clicks: Click[] = [];
    const controls = document.querySelectorAll<HTMLElement>(
      '[aria-haspopup=dialog], [aria-label="Account"] [href="/logout"]',
    );
    for (const control of [...controls].filter((each) => each.checkVisibility())) {
      alerts.length = 0;
      control.click();
      await until(() => findMessage() !== null || opened() !== null);
      clicks.push({
        name: control.ariaLabel ?? control.textContent,
        problem: opened() ? null : (findMessage() ?? "nothing"),
        whole: Boolean(document.querySelector("main")?.textContent && document.querySelector("footer")),
      });
      opened()?.dispatchEvent(new Event("cancel", { cancelable: true }));
      await until(() => opened() === null);
    }
    return clicks;
  }, PART_MESSAGES);

/** Opens a page and clicks all its controls twice: first while later files fail, and then while they load. */
async function clickAll(page: Page, failing: Failing, address: string): Promise<void> {
  failing.now = true;
  failing.requested.clear();
  await page.goto(address);
  await waitUntilAwake(page);
  const missing = () =>
    listIdleParts(address).filter((part) => ![...failing.requested].some((file) => file.includes(part)));
  await expect.poll(missing).toEqual([]);
  // If only a prefetch of a file fails, the page shows no message.
  expect(await page.evaluate("alerts")).toEqual([]);
  const first = await clickOpeners(page);
  failing.now = false;
  const second = await clickOpeners(page);
  await expect(page).toHaveURL(address);
  expect([...first, ...second].filter(({ whole }) => !whole)).toEqual([]);
  expect(first.length).toBeGreaterThanOrEqual(address === "/checkout" ? 0 : 3);
  expect(first.filter(({ problem }) => problem === null || problem === "nothing")).toEqual([]);
  expect(second).toEqual(first.map((click) => ({ ...click, problem: null })));
}

/** Blocks pictures, because they take the longest and are not files of the build. Records alerts. */
async function makeReady(page: Page): Promise<void> {
  await page.setViewportSize(phone);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.route(/\.(avif|webp|jpg|mp4)$/, (route) => route.abort());
  // The script is a string, because the type checker does not know these global names.
  await page.addInitScript("window.alerts = []; window.alert = (text) => void window.alerts.push(text);");
}

/** Disables prefetching on pages that are opened from now on. */
const saveData = (page: Page) =>
  page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } });");

/** Navigates to a page while its files fail. Retries once they can be loaded. */
async function takeStep(page: Page, failing: Failing, address: string): Promise<void> {
  failing.now = true;
  await stepTo(page, address);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(unreachableMessages.heading);
  await expect(page.getByRole("contentinfo")).toBeVisible();
  failing.now = false;
  // Clicks by script, because moving the pointer over a link would prefetch its page.
  await page.getByRole("link", { name: "Try again" }).evaluate((link: HTMLElement) => link.click());
  await expect(heading).not.toHaveText(unreachableMessages.heading);
  await expect(page).toHaveURL(address);
}

/** Marks the document. The mark stays after a navigation within the shop, and is lost when a new document is loaded. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));

const isMarked = (page: Page) => page.evaluate(() => "marked" in window);
