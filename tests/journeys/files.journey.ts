import type { Page, Route } from "@playwright/test";
import { partMessages, unreachableMessages } from "#client/part-messages.ts";
import { stepTo, untilAwake } from "../screens/steps.ts";
import { makeRegularCustomer, type RegularCustomer } from "../support/regular-customer.ts";
import { expect, phone, test } from "../support/shop.ts";
import { bringBag, comeAs } from "../support/visitors.ts";

/* Files of the build that cannot be had: the shop stays, says so, and goes on when they are there again. */

const GOODS = "acacia-everyday-bowl";
const PRODUCT = `/product-info/${GOODS}`;

const guestPages = [
  "/",
  "/products",
  PRODUCT,
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

const ownPages = ["/checkout", "/feedback-form", "/orders", "/address", "/profile"];

const customerPages = ({ orders }: RegularCustomer) => [
  "/cart",
  ...ownPages,
  `/order-details/${orders.paid}`,
];

const failures = {
  "the connection is gone": (route: Route) => route.abort("internetdisconnected"),
  "the server has another build": (route: Route) => route.fulfill({ status: 404, body: "" }),
};

interface Failing {
  now: boolean;
  /** What has failed. */
  asked: Set<string>;
}

/**
 * Every built file fails that the document on the screen does not name itself, for as long as `now` is true. What the
 * document has had it keeps, as by the browser's cache, which routes turn off.
 */
async function failLaterFiles(page: Page, fail: (route: Route) => Promise<void>) {
  const failing: Failing = { now: true, asked: new Set() };
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
    failing.asked.add(pathname);
    return fail(route);
  });
  return failing;
}

/** Fetched on every page as soon as it is idle. */
const idleParts = ["toast-host", "cart-drawer", "search-drawer", "menu-drawer", "log-out-dialog"];

/** Does without the pictures, which are no files of the build and cost the most; what the browser's own window says is kept. */
async function makeReady(page: Page): Promise<void> {
  await page.setViewportSize(phone);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.route(/\.(avif|webp|jpg|mp4)$/, (route) => route.abort());
  // A text, because it runs in the page, whose names are not those of this program.
  await page.addInitScript("window.said = []; window.alert = (text) => void window.said.push(text);");
}

interface Press {
  name: string;
  /** Why it did not open; null where it did. */
  said: string | null;
  /** The page still has its contents and its footer. */
  whole: boolean;
}

const isSaid: string[] = [partMessages.unreachable, partMessages.outdated];

/** Presses every control that opens something, one after another, and closes it again. */
const pressOpeners = (page: Page): Promise<Press[]> =>
  page.evaluate(async (messages) => {
    const { said } = window as unknown as { said: string[] };
    const opened = () => document.querySelector("dialog[open]");
    const found = () => said.find((text) => messages.includes(text)) ?? null;
    const until = async (isSo: () => boolean) => {
      for (let tries = 0; tries < 300 && !isSo(); tries++) await new Promise(requestAnimationFrame);
    };
    const presses: Press[] = [];
    const controls = document.querySelectorAll<HTMLElement>(
      '[aria-haspopup=dialog], [aria-label="Account"] [href="/logout"]',
    );
    for (const control of [...controls].filter((each) => each.checkVisibility())) {
      said.length = 0;
      control.click();
      await until(() => found() !== null || opened() !== null);
      presses.push({
        name: control.ariaLabel ?? control.textContent,
        said: opened() ? null : (found() ?? "nothing"),
        whole: Boolean(document.querySelector("main")?.textContent && document.querySelector("footer")),
      });
      opened()?.dispatchEvent(new Event("cancel", { cancelable: true }));
      await until(() => opened() === null);
    }
    return presses;
  }, isSaid);

/** Presses all other buttons that do not end the visit of the page, and goes near all that comes when it is near. */
const pressOthers = (page: Page): Promise<Press[]> =>
  page.evaluate(async () => {
    const { said } = window as unknown as { said: string[] };
    const frame = () => new Promise(requestAnimationFrame);
    const isFilledIn = ({ form }: HTMLButtonElement) =>
      [...(form?.querySelectorAll<HTMLInputElement>("[required], [aria-required]") ?? [])].every(
        ({ value }) => value !== "",
      );
    const leads = (button: HTMLButtonElement) =>
      /^(Buy Now|Log out everywhere)/.test(button.textContent) ||
      (button.type === "submit" && isFilledIn(button));
    // Of the entries of a list one stands for all.
    const kinds = new Set<string>();
    const isNew = ({ className, innerHTML }: HTMLButtonElement) =>
      kinds.size < kinds.add(className + innerHTML).size;
    for (const near of document.querySelectorAll("[aria-roledescription=carousel]")) near.scrollIntoView();
    const presses: Press[] = [];
    for (const button of document.querySelectorAll("button")) {
      const isHere = button.checkVisibility() && !button.disabled && button.ariaHasPopup === null;
      if (!isHere || leads(button) || !isNew(button)) continue;
      said.length = 0;
      button.click();
      await frame();
      document.querySelector("dialog[open]")?.dispatchEvent(new Event("cancel", { cancelable: true }));
      await frame();
      presses.push({
        name: button.ariaLabel ?? button.textContent,
        said: said.join(" "),
        whole: Boolean(document.querySelector("main")?.textContent && document.querySelector("footer")),
      });
    }
    return presses;
  });

/** Opens a page whose later files fail while it is idle and at the first press, and are there at the second. */
async function pressAll(page: Page, failing: Failing, address: string): Promise<void> {
  failing.now = true;
  failing.asked.clear();
  await page.goto(address);
  await untilAwake(page);
  const missing = () => idleParts.filter((part) => ![...failing.asked].some((file) => file.includes(part)));
  await expect.poll(missing).toEqual([]);
  // What no one has asked for yet fails in silence.
  expect(await page.evaluate("said")).toEqual([]);
  const others = await pressOthers(page);
  const first = await pressOpeners(page);
  failing.now = false;
  const second = await pressOpeners(page);
  await expect(page).toHaveURL(address);
  expect([...others, ...first, ...second].filter(({ whole }) => !whole)).toEqual([]);
  expect(first.length).toBeGreaterThanOrEqual(3);
  expect(first.filter(({ said }) => said === null || said === "nothing")).toEqual([]);
  expect(second).toEqual(first.map((press) => ({ ...press, said: null })));
}

/** Goes to a page whose files fail, and tries it again when they are there. */
async function takeStep(page: Page, failing: Failing, address: string): Promise<void> {
  failing.now = true;
  await stepTo(page, address);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(unreachableMessages.heading);
  await expect(page.getByRole("contentinfo")).toBeVisible();
  failing.now = false;
  // Not by a pointer, which would fetch the page of each link that comes to stand under it.
  await page.getByRole("link", { name: "Try again" }).evaluate((link: HTMLElement) => link.click());
  await expect(heading).not.toHaveText(unreachableMessages.heading);
  await expect(page).toHaveURL(address);
}

/** A step within the shop leaves what a script has written on the window; a load of the document does not. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => "marked" in window);

test.describe("a file that cannot be had", { tag: "@front" }, () => {
  for (const [name, fail] of Object.entries(failures)) {
    for (const who of ["guest", "customer"]) {
      test(`blanks no page, is told at the press and had at the next one, for a ${who}: ${name}`, async ({
        page,
        context,
        shop,
      }) => {
        // Some twenty loads of pages and as many steps.
        test.slow();
        let pages = guestPages;
        if (who === "customer") {
          const customer = await makeRegularCustomer(shop.url, `files.${name.replaceAll(" ", ".")}`);
          await comeAs(context, customer);
          pages = customerPages(customer);
        }
        const errors: string[] = [];
        page.on("pageerror", ({ message }) => errors.push(message));
        await makeReady(page);
        const failing = await failLaterFiles(page, fail);
        await page.goto("/our-story");
        await untilAwake(page);
        // Where the server has another build it loads the document anew, once in a visit; from then on it can only be said.
        await page.getByRole("button", { name: /^Shopping Cart/ }).click();
        if (fail === failures["the server has another build"]) await expect(page).toHaveURL("/cart");
        for (const address of pages) {
          await test.step(address, () => pressAll(page, failing, address));
          expect(errors, address).toEqual([]);
        }
        for (const [from = "", ...steps] of [pages, pages.slice(0, 2).toReversed()]) {
          failing.now = true;
          await page.goto(from);
          await untilAwake(page);
          await mark(page);
          for (const address of steps) await test.step(address, () => takeStep(page, failing, address));
          expect(await isMarked(page)).toBe(true);
        }
        expect(errors).toEqual([]);
      });
    }
  }

  test("because the server has another build: the next step loads the document, once, and nothing is lost", async ({
    page,
    context,
    shop,
  }) => {
    await bringBag(context, shop.url, { [GOODS]: 2 });
    const failing = await failLaterFiles(page, failures["the server has another build"]);
    await page.goto("/");
    await untilAwake(page);
    await mark(page);
    await page.getByRole("button", { name: /^Shopping Cart/ }).click();
    await expect(page).toHaveURL("/cart");
    await expect(page.getByTestId("cart-badge")).toHaveText("2");
    expect(await isMarked(page)).toBe(false);
    await page.goBack();
    await expect(page).toHaveURL("/");
    await untilAwake(page);
    await mark(page);
    // The new document has the same names here: a second load would not help, and is not made.
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(unreachableMessages.heading);
    expect(await isMarked(page)).toBe(true);
    expect([...failing.asked]).not.toEqual([]);
  });

  for (const [name, fail] of Object.entries(failures)) {
    test(`of the first ones leaves the page that the server made, and its styles come: ${name}`, async ({
      page,
    }) => {
      await makeReady(page);
      const tried = new Set<string>();
      let files: string[] = [];
      await page.route("**/assets/*", (route) => {
        const { pathname } = new URL(route.request().url());
        if (!files.includes(pathname) || tried.has(pathname)) return route.continue();
        tried.add(pathname);
        return fail(route);
      });
      for (const address of [...guestPages, ...ownPages, "/order-details/none"]) {
        const html = await (await page.request.get(address)).text();
        const fresh = (html.match(/\/assets\/[^"]+\.(?:js|css)/g) ?? []).filter((file) => !tried.has(file));
        // What all pages have fails file by file, and then what a page has of its own.
        for (files of address === "/" ? fresh.map((file) => [file]) : [fresh]) {
          await page.goto(address);
          await expect(page.getByRole("contentinfo")).toBeVisible();
          await expect(page.getByRole("main")).not.toBeEmpty();
          expect([...tried]).toEqual(expect.arrayContaining(files));
          await expect.poll(() => areStylesThere(page), { message: files.join(" ") }).toBe(true);
        }
      }
    });
  }
});

const areStylesThere = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].every(
      ({ sheet }) => sheet !== null,
    ),
  );
