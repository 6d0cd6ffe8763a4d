import type { Page, Route } from "@playwright/test";
import { partMessages, unreachableMessages } from "#lib/part-messages.ts";
import { untilAwake } from "../screens/steps.ts";
import { makeRegularCustomer } from "../support/regular-customer.ts";
import { expect, phone, test } from "../support/shop.ts";
import { bringBag, comeAs } from "../support/visitors.ts";

/* Files of the build that cannot be had: the shop stays, says so, and goes on when they are there again. */

const GOODS = "acacia-everyday-bowl";
const PRODUCT = `/product-info/${GOODS}`;

const pages = [
  "/",
  "/products",
  PRODUCT,
  "/cart",
  "/checkout",
  "/log-in",
  "/sign-up",
  "/forgot-password",
  "/our-story",
  "/contact-us",
  "/refund-policy",
  "/terms-condition",
  "/shipping-policy",
  "/feedback-form",
  "/orders",
  "/address",
  "/profile",
  "/order-details/none",
  "/no-such-page",
];

const failures = {
  "the connection is gone": (route: Route) => route.abort("internetdisconnected"),
  "the server has another build": (route: Route) => route.fulfill({ status: 404, body: "" }),
};

/**
 * Every built file fails that the document on the screen does not name itself, for as long as `now` is true; with
 * `once`, each of them at its first wish only.
 */
async function failLaterFiles(page: Page, fail: (route: Route) => Promise<void>, once = false) {
  const failing = { now: true, asked: new Set<string>() };
  let html = "";
  await page.route(
    (url) => !url.pathname.includes("."),
    async (route) => {
      if (route.request().resourceType() !== "document") return route.continue();
      const answer = await route.fetch();
      html = await answer.text();
      return route.fulfill({ response: answer, body: html });
    },
  );
  await page.route("**/assets/*", (route) => {
    const { pathname } = new URL(route.request().url());
    if (!failing.now || html.includes(pathname) || (once && failing.asked.has(pathname)))
      return route.continue();
    failing.asked.add(pathname);
    return fail(route);
  });
  return failing;
}

/** What the shop has said, by a toast or, where that is not to be had either, by the browser's own window. */
function heard(page: Page) {
  const said: string[] = [];
  page.on("dialog", (dialog) => {
    said.push(dialog.message());
    void dialog.accept();
  });
  return async () => [...said.splice(0), ...(await page.locator(".toast-text").allTextContents())].join(" ");
}

const isSaid = new RegExp(`${partMessages.unreachable}|${partMessages.outdated}`);

/** A step within the shop leaves what a script has written on the window; a load of the document does not. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => "marked" in window);

test.describe("a file that cannot be had", { tag: "@front" }, () => {
  for (const [name, fail] of Object.entries(failures)) {
    test(`blanks no page: ${name}`, async ({ page }) => {
      await page.setViewportSize(phone);
      const says = heard(page);
      const failing = await failLaterFiles(page, fail);
      const menu = page.getByRole("button", { name: "Menu" });
      for (const address of pages) {
        failing.now = true;
        failing.asked.clear();
        await page.goto(address);
        await untilAwake(page);
        await menu.click();
        await expect.poll(says, { message: address }).toMatch(isSaid);
        await expect(page.getByRole("contentinfo")).toBeVisible();
        await expect(page.getByRole("main")).not.toBeEmpty();
        expect([...failing.asked], address).not.toEqual([]);
        failing.now = false;
        await menu.click();
        await expect(page.getByRole("dialog").getByText("Serveware", { exact: true })).toBeVisible();
      }
    });
  }

  for (const [name, fail] of Object.entries(failures)) {
    test(`while the page is idle is fetched anew when it is wanted: ${name}`, async ({ page }) => {
      const failing = await failLaterFiles(page, fail, true);
      const parts = ["toast-host", "cart-drawer", "search-drawer", "menu-drawer", "log-out-dialog"];
      for (const address of ["/", "/products", PRODUCT, "/sign-up"]) {
        failing.asked.clear();
        await page.goto(address);
        await expect
          .poll(() => parts.filter((part) => ![...failing.asked].some((path) => path.includes(part))))
          .toEqual([]);
        await page.getByRole("button", { name: /^Shopping Cart/ }).click();
        await expect(page.getByRole("dialog").getByText("Your cart is empty.")).toBeVisible();
      }
    });
  }

  test("is fetched anew at the next press, whatever it opens", async ({ page, context, shop }) => {
    await comeAs(context, await makeRegularCustomer(shop.url, "files"));
    const says = heard(page);
    const failing = await failLaterFiles(page, failures["the connection is gone"]);
    const parts: [address: string, part: string, press: () => Promise<void>][] = [
      ["/", "Bag", () => page.getByRole("button", { name: /^Shopping Cart/ }).click()],
      ["/", "Search", () => page.getByRole("button", { name: "Search" }).click()],
      [
        "/orders",
        "Logout",
        () => page.getByRole("navigation", { name: "Account" }).getByText("Logout").click(),
      ],
      [PRODUCT, "Zoom", () => page.getByRole("button", { name: "Look closer" }).click()],
      ["/products", "Filter", () => page.getByRole("button", { name: "Filter", exact: true }).click()],
      ["/products", "Sort", () => page.getByRole("button", { name: "Sort", exact: true }).click()],
    ];
    for (const [address, part, press] of parts) {
      await page.setViewportSize(address === "/products" ? phone : { width: 1280, height: 800 });
      failing.now = true;
      await page.goto(address);
      await untilAwake(page);
      await press();
      await expect.poll(says, { message: part }).toMatch(isSaid);
      await expect(page).toHaveURL(address);
      failing.now = false;
      await press();
      await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toBeVisible();
    }
  });

  test("of a page is said in its place, and 'Try again' opens it without a load", async ({ page }) => {
    const failing = await failLaterFiles(page, failures["the connection is gone"]);
    await page.goto("/");
    await untilAwake(page);
    await mark(page);
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(unreachableMessages.heading);
    failing.now = false;
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(unreachableMessages.heading);
    await expect(page).toHaveURL("/contact-us");
    expect(await isMarked(page)).toBe(true);
  });

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

  test("of the first ones leaves the page that the server made, and its styles come", async ({ page }) => {
    const html = await (await page.request.get(PRODUCT)).text();
    const files = [...new Set(html.match(/\/assets\/[^"]+\.(?:js|css)/g))];
    expect(files.length).toBeGreaterThan(5);
    const failed = new Set<string>();
    let file = "";
    await page.route("**/assets/*", (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname !== file || failed.has(file)) return route.continue();
      failed.add(file);
      return route.abort("internetdisconnected");
    });
    for (file of files) {
      await page.goto(PRODUCT);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("contentinfo")).toBeVisible();
      if (file.endsWith(".css")) await expect.poll(() => areStylesThere(page), { message: file }).toBe(true);
    }
    expect([...failed]).toEqual(files);
  });
});

const areStylesThere = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].every(
      ({ sheet }) => sheet !== null,
    ),
  );
