import type { Page, Route } from "@playwright/test";
import { partMessages, unreachableMessages } from "#client/use-response.ts";
import { stepTo, waitUntilAwake } from "../screens/steps.ts";
import { expect, phone, test } from "../support/journey-shop.ts";
import { storeGuestCart } from "../support/visitors.ts";

/* When a built file cannot be loaded, the page stays visible, shows a message, and works again afterwards. */

const failures = {
  "the connection is gone": (route: Route) => route.abort("internetdisconnected"),
  "the server has another build": (route: Route) => route.fulfill({ status: 404, body: "" }),
};
const ANOTHER_BUILD = failures["the server has another build"];
const PRODUCT = "/product-info/acacia-everyday-bowl";

test(
  "if the files of a page or a drawer cannot be loaded, a message is shown, and the next click loads them",
  { tag: ["@front", "@long"] },
  async ({ page }) => {
    await page.setViewportSize(phone);
    // The browser does not prefetch pages in this test, so only a navigation loads the code of a page.
    await page.addInitScript(
      "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });",
    );
    await page.addInitScript("window.alert = (text) => (document.documentElement.dataset.alert = text);");
    const failing = await failLaterFiles(page, failures["the connection is gone"]);
    await page.goto(PRODUCT);
    await waitUntilAwake(page);
    for (const name of ["Menu", "Search", /^Shopping Cart/]) {
      failing.now = true;
      const opener = page.getByRole("button", { name, exact: true }).filter({ visible: true }).first();
      await opener.click();
      await expect(page.locator("html")).toHaveAttribute("data-alert", partMessages.unreachable);
      failing.now = false;
      await opener.click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.evaluate(() => delete document.documentElement.dataset["alert"]);
    }
    failing.now = true;
    await stepTo(page, "/log-in");
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText(unreachableMessages.heading);
    await expect(page.getByRole("contentinfo")).toBeVisible();
    failing.now = false;
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(heading).not.toHaveText(unreachableMessages.heading);
    await expect(page).toHaveURL("/log-in");
  },
);

test(
  "an error in the browser is logged with its place in the code and the name of the page",
  { tag: "@front" },
  async ({ page, shop }) => {
    await page.route("**/assets/broken.js*", (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: 'setTimeout(() => { throw new TypeError("Asha"); });',
      }),
    );
    await page.goto(PRODUCT);
    const reported = page.waitForResponse("**/api/browser-errors");
    await page.addScriptTag({ url: "/assets/broken.js" });
    expect((await reported).status()).toBe(200);
    const line = shop
      .log()
      .split("\n")
      .findLast((each) => each.includes("an error in a browser"));
    expect(JSON.parse(line ?? "{}")).toMatchObject({
      browserError: { message: "TypeError", stack: expect.stringContaining("broken.js:1:"), page: "product" },
    });
  },
);

test(
  "after a new deployment, the next navigation reloads the document once and keeps the bag",
  { tag: ["@front", "@long"] },
  async ({ page, context, shop }) => {
    await storeGuestCart(context, shop.url, { "acacia-everyday-bowl": 2 });
    await failLaterFiles(page, ANOTHER_BUILD);
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
    // The page must not reload again, because the new document refers to the same files.
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(unreachableMessages.heading);
    expect(await isMarked(page)).toBe(true);
  },
);

for (const [name, fail] of Object.entries(failures))
  test(
    `if one file of the home page fails at first, the page keeps its HTML and loads its styles later: ${name}`,
    { tag: ["@front", "@long"] },
    async ({ page }) => {
      const html = await (await page.request.get("/")).text();
      const files = html.match(/\/assets\/[^"]+\.(?:js|css)/g) ?? [];
      expect(files.length).toBeGreaterThan(3);
      for (const file of files) {
        await page.route(`**${file}`, fail, { times: 1 });
        await page.goto("/");
        await expect(page.getByRole("contentinfo")).toBeVisible();
        await expect(page.getByRole("main")).not.toBeEmpty();
        await expect.poll(() => areStylesThere(page), { message: file }).toBe(true);
      }
    },
  );

const areStylesThere = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].every(
      ({ sheet }) => sheet !== null,
    ),
  );

/**
 * Makes requests for built files fail while `now` is true, except files that the HTML names or that were loaded before.
 * A real browser has those in its cache, which Playwright's routes disable.
 */
async function failLaterFiles(page: Page, fail: (route: Route) => Promise<void>) {
  const failing = { now: true };
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
    if (failing.now && !html.includes(pathname) && !had.has(pathname)) return fail(route);
    had.add(pathname);
    return route.continue();
  });
  return failing;
}

/** Marks the document. The mark stays after a navigation within the shop, and disappears with a new document. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));

const isMarked = (page: Page) => page.evaluate(() => "marked" in window);
