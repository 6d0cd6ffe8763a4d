import type { Page } from "@playwright/test";
import { unreachableMessages } from "#client/answer.ts";
import { waitUntilAwake } from "../screens/steps.ts";
import { createRegularCustomer } from "../support/regular-customer.ts";
import { expect, test } from "../support/shop.ts";
import { storeGuestBag, storeSession } from "../support/visitors.ts";
import {
  listCustomerPages,
  failLaterFiles,
  failures,
  GOODS,
  guestPages,
  isMarked,
  makeReady,
  mark,
  ownPages,
  saveData,
  takeStep,
} from "./failing-files.ts";
import { clickAll } from "./click-everything.ts";

/* Files of the build that cannot be loaded: the shop stays, says so, and goes on when they are there again. */

test.describe("a file that cannot be loaded", { tag: "@front" }, () => {
  for (const [name, fail] of Object.entries(failures)) {
    for (const who of ["guest", "customer"]) {
      test(`blanks no page, is shown at the click and loaded at the next one, for a ${who}: ${name}`, async ({
        page,
        context,
        shop,
      }) => {
        // Some twenty loads of pages and as many steps.
        test.slow();
        let pages = guestPages;
        if (who === "customer") {
          const customer = await createRegularCustomer(shop.url, `files.${name.replaceAll(" ", ".")}`);
          await storeSession(context, customer);
          pages = listCustomerPages(customer);
        }
        const errors: string[] = [];
        page.on("pageerror", ({ message }) => errors.push(message));
        await makeReady(page);
        const failing = await failLaterFiles(page, fail);
        await page.goto("/our-story");
        await waitUntilAwake(page);
        // Where the server has another build it loads the document again, once in a visit; from then on it can only be said.
        await page.getByRole("button", { name: /^Shopping Cart/ }).click();
        if (fail === failures["the server has another build"]) await expect(page).toHaveURL("/cart");
        for (const address of pages) {
          await test.step(address, () => clickAll(page, failing, address));
          expect(errors, address).toEqual([]);
        }
        // From now on only a step fetches a page's code, not the links that come near meanwhile.
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
      });
    }
  }

  test("because the server has another build: the next step loads the document, once, and nothing is lost", async ({
    page,
    context,
    shop,
  }) => {
    await storeGuestBag(context, shop.url, { [GOODS]: 2 });
    const failing = await failLaterFiles(page, failures["the server has another build"]);
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
    // The new document has the same names here: a second load would not help, and is not made.
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(unreachableMessages.heading);
    expect(await isMarked(page)).toBe(true);
    expect([...failing.requested]).not.toEqual([]);
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
