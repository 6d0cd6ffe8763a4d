import type { Page } from "@playwright/test";
import { links } from "#contract/links.ts";
import { pagePaths } from "#contract/page-paths.ts";
import { createRegularCustomer } from "../support/regular-customer.ts";
import { waitForMail } from "../support/mailbox.ts";
import { findCode } from "../support/reset-code.ts";
import { expect, type Shop, test } from "../support/shop.ts";
import { translateFromStart, translateNow, TRANSLATED } from "./translate.ts";
import { storeSession } from "../support/visitors.ts";
import { stepTo, waitUntilAwake } from "../screens/steps.ts";

/* Many customers read the shop translated: the browser then puts elements of its own in the place of every text. */

const ways = { "before its scripts run": translateFromStart, "while it is open": null } as const;

async function open(page: Page, way: keyof typeof ways, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilAwake(page);
  if (ways[way] === null) await translateNow(page);
  await expect(page.locator("font[data-translated]").first()).toBeAttached();
}

/** Nothing broke, what is shown is translated, and what must stay as it is stays. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(page.getByRole("main").getByText(TRANSLATED).first()).toBeVisible();
  // What is only read out is a sentence, in the reader's language as a whole.
  const shown = page.locator("font[data-translated]:not(.visually-hidden[role=status] *)");
  const translated = await shown.allTextContents();
  expect(translated.filter((text) => EXACT.test(text))).toEqual([]);
}

/** The shop's name, the number of an order, an invoice, a phone, a GSTIN or a parcel, a mailbox, and a sum that stands alone. */
const EXACT =
  /\bTaruva\b|\bTRV-\w|\b\d\d-\d\d\/\d|\+91|\b\d{10}\b|\b\d\d[A-Z]{5}\d{4}[A-Z]|\w@\w|#SALE|पाठ −?₹[\d.]+$/;

/** Goes on within the shop, as a link does: the page before it is taken away while it is translated. */
async function goOn(page: Page, path: string): Promise<void> {
  await stepTo(page, path);
  await expect(page.getByRole("main").locator("font[data-translated]").first()).toBeVisible();
}

/** Its number and its sums stand as they are; a translation would write them in other digits. */
async function expectNumbers(page: Page, orderId: string): Promise<void> {
  const main = page.getByRole("main");
  await expect(main.locator("dd", { hasText: orderId })).toHaveText(orderId);
  for (const sum of await main.locator("dd", { hasText: "₹" }).allInnerTexts())
    expect(sum).toMatch(/^−?₹[\d.]+$/);
}

const signIn = async (page: Page, shop: Shop, name: string) => {
  const customer = await createRegularCustomer(shop.url, `${name}.${Date.now()}`);
  await storeSession(page.context(), customer);
  return customer;
};

for (const way of Object.keys(ways) as (keyof typeof ways)[]) {
  test.describe(`a page that is translated ${way}`, { tag: "@front" }, () => {
    let reports: string[];
    test.beforeEach(async ({ page }) => {
      reports = [];
      page.on("request", (request) => {
        if (request.url().endsWith("/api/browser-errors")) reports.push(request.postData() ?? "");
      });
      await ways[way]?.(page);
    });
    test.afterEach(() => expect(reports, "reported to the shop").toEqual([]));

    test("is whole on every page, opened or come to from another, and keeps names and numbers", async ({
      page,
      shop,
    }) => {
      test.setTimeout(120_000);
      const { orders, email } = await signIn(page, shop, `translated.pages.${way.length}`);
      const paths = Object.values(pagePaths).flatMap(([path]) => path);
      const addresses = paths
        .filter((path) => path !== links.hotProduct(1))
        .map((path) => path.replace(":orderId", orders.paid).replace(":id", "acacia-everyday-bowl"));
      for (const path of [...addresses, links.orderDetails(orders.cancelling), "/no-such-page"]) {
        await test.step(path, async () => {
          await open(page, way, path);
          await expectWhole(page);
        });
      }
      for (const path of addresses) {
        await test.step(`on to ${path}`, async () => {
          await goOn(page, path);
          await expectWhole(page);
        });
      }
      await goOn(page, links.orderDetails(orders.paid));
      const main = page.getByRole("main");
      await expect(main.getByRole("heading", { level: 1 }).locator("[translate=no]")).toHaveText(orders.paid);
      await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText(orders.paid);
      await expect(main.getByText(email, { exact: true })).toBeVisible();
    });

    test("shows all products of the home page and less again, and keeps its footer", async ({ page }) => {
      await open(page, way, "/");
      await page.getByRole("button", { name: /View All/ }).click();
      await expect(page.getByRole("button", { name: /Show Less/ })).toBeVisible();
      await page.getByRole("button", { name: /Show Less/ }).click();
      await expect(page.getByRole("button", { name: /View All/ })).toBeVisible();
      const footer = page.getByRole("contentinfo");
      await footer.getByRole("textbox").fill("no address");
      await footer.getByRole("button", { name: /Subscribe/ }).click();
      await expect(
        footer
          .getByText(/email/i)
          .filter({ hasText: /valid|format/i })
          .first(),
      ).toBeVisible();
      await footer.getByRole("textbox").fill(`news.${Date.now()}@example.com`);
      await footer.getByRole("button", { name: /Subscribe/ }).click();
      await expect(footer.getByText(/You are on the list/)).toBeVisible();
      await expectWhole(page);
    });

    test("finds, filters and sorts, and puts products into the bag under their own names", async ({
      page,
    }) => {
      await open(page, way, "/");
      await page
        .getByRole("button", { name: /Search/ })
        .first()
        .click();
      const drawer = page.getByRole("dialog");
      await drawer.getByPlaceholder("Search by Category...").fill("choping");
      await expect(drawer.getByText(/No results found/)).toBeVisible();
      await drawer.getByPlaceholder("Search by Category...").fill("board");
      await expect(drawer.getByText(/No results found/)).toHaveCount(0);
      await page.keyboard.press("Escape");
      await open(page, way, "/products");
      const cards = page.getByRole("main").getByRole("article");
      const count = await cards.count();
      await page.getByRole("checkbox", { name: /Teak/ }).filter({ visible: true }).check({ force: true });
      await page.getByRole("combobox", { name: /Sort/ }).filter({ visible: true }).selectOption({ index: 1 });
      // The order is taken at once, and the wood with it.
      await expect(page).toHaveURL(/material=.*sortOption=/);
      await expect.poll(() => cards.count()).toBeLessThan(count);
      await expectWhole(page);
      await open(page, way, "/products");
      await cards
        .first()
        .getByRole("button", { name: /Add to Bag/ })
        .click();
      await expect(page.getByTestId("cart-badge")).toHaveText(/1$/);
      expect(await page.evaluate(() => localStorage.getItem("guestCart"))).not.toContain(TRANSLATED);
      await open(page, way, "/cart");
      await page
        .getByRole("main")
        .getByRole("button", { name: /^Remove|Remove / })
        .first()
        .click();
      await page.getByRole("alertdialog").getByRole("button", { name: /Yes/ }).click();
      await expect(page.getByRole("main").getByRole("heading", { name: /cart is empty/i })).toBeVisible();
      await expectWhole(page);
    });

    test("counts in the bag, and its sums are the new ones", async ({ page }) => {
      await open(page, way, "/product-info/acacia-everyday-bowl");
      await page
        .getByRole("button", { name: /Add to Bag/ })
        .first()
        .click();
      await expect(page.getByTestId("cart-badge")).toHaveText(/1$/);
      await page.goto("/cart");
      await waitUntilAwake(page);
      if (ways[way] === null) await translateNow(page);
      const main = page.getByRole("main");
      await expect(main).toContainText("₹899.00");
      for (const exact of ["#SALE30", "₹899.00"])
        await expect(main.getByText(exact, { exact: true }).first()).toBeVisible();
      await main
        .getByRole("button", { name: /Increase quantity/ })
        .first()
        .click();
      await expect(main).toContainText("₹1798.00");
      await expect(main).toContainText("₹2022.64");
      await expectWhole(page);
    });

    test("sends a message, and the form is empty again", async ({ page }) => {
      await open(page, way, "/contact-us");
      page.on("dialog", (dialog) => void dialog.accept());
      const form = page.getByRole("main").locator("form");
      const [name, email] = [form.getByRole("textbox").nth(0), form.getByRole("textbox").nth(1)];
      await name.fill("Meera");
      await email.fill("meera@example.com");
      await form.locator("textarea").fill("Do you engrave?");
      await form.getByRole("button", { name: /Send/ }).click();
      await expect(form.locator("textarea")).toHaveValue("");
      await expectWhole(page);
    });

    test("says what is wrong in a registration and a login, and logs in", async ({ page, shop }) => {
      const { email, password } = await createRegularCustomer(shop.url, `translated.login.${Date.now()}`);
      await open(page, way, "/sign-up");
      const main = page.getByRole("main");
      await main.getByRole("button", { name: /Register/ }).click();
      await expect(main.getByText(/First Name is required/).first()).toBeVisible();
      await main.getByRole("textbox", { name: /First Name/ }).fill("Meera");
      await expect(main.getByText(/First Name is required/)).toHaveCount(0);
      await expectWhole(page);
      await open(page, way, "/log-in");
      await main.getByRole("textbox", { name: /Email/ }).fill(email);
      await main.getByRole("textbox", { name: /Password/ }).fill("not the password");
      await main.getByRole("button", { name: /Login/ }).click();
      await expect(page.getByText(/Invalid email or password/).first()).toBeVisible();
      await expectWhole(page);
      await main.getByRole("textbox", { name: /Password/ }).fill(password);
      await main.getByRole("button", { name: /Login/ }).click();
      await expect(page).toHaveURL(shop.url);
      await expectWhole(page);
    });

    test("saves, changes and removes an address", async ({ page, shop }) => {
      await signIn(page, shop, `translated.address.${way.length}`);
      await open(page, way, "/address");
      const main = page.getByRole("main");
      const cards = main.getByRole("listitem").filter({ has: page.locator("address") });
      await main.getByRole("button", { name: /Add a new address/ }).click();
      await main.getByRole("button", { name: /Save address/ }).click();
      await expect(main.getByText(/Street Address is required/)).toBeVisible();
      await main.getByRole("textbox", { name: /Street Address/ }).fill("4 MG Road");
      await main.getByRole("textbox", { name: /City/ }).fill("Pune");
      await main.getByRole("combobox", { name: /State/ }).selectOption("Maharashtra");
      await main.getByRole("textbox", { name: /Zip Code/ }).fill("411001");
      await main.getByRole("button", { name: /Save address/ }).click();
      await expect(cards).toHaveCount(2);
      await main.getByRole("button", { name: /Set Default 4 MG Road/ }).click();
      await expect(cards.filter({ hasText: "4 MG Road" })).toContainText("Default");
      await main.getByRole("button", { name: /Remove 4 MG Road/ }).click();
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: /Yes, Remove/ })
        .click();
      await expect(cards).toHaveCount(1);
      await expectWhole(page);
    });

    test("gives a new password by a code, after a wrong one", async ({ page, shop }) => {
      const { email } = await createRegularCustomer(shop.url, `translated.forgot.${Date.now()}`);
      await open(page, way, "/forgot-password");
      await page.getByRole("main").getByRole("textbox").first().fill(email);
      await page.getByRole("button", { name: /Verify Email/ }).click();
      const reset = page.getByRole("button", { name: /Reset Password/ });
      await expect(reset).toBeVisible();
      await expectWhole(page);
      const code = findCode((await waitForMail(shop, email, /code for a new password/)).text);
      const main = page.getByRole("main");
      await main.getByRole("textbox", { name: /New Password/ }).fill("sheesham 7 rings");
      await main.getByRole("textbox", { name: /Code/ }).fill(code === "000000" ? "000001" : "000000");
      await reset.click();
      await expect(page.getByText(/This code is not right/).first()).toBeVisible();
      await expectWhole(page);
      await main.getByRole("textbox", { name: /Code/ }).fill(code);
      await reset.click();
      await expect(page).toHaveURL(/log-in/);
      await expectWhole(page);
    });

    test("saves the profile and takes praise", async ({ page, shop }) => {
      await signIn(page, shop, `translated.profile.${way.length}`);
      await open(page, way, "/profile");
      await page.getByRole("main").getByRole("textbox").first().fill("Asha");
      const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH");
      await page.getByRole("button", { name: /Save/ }).first().click();
      expect((await saved).ok()).toBe(true);
      await expectWhole(page);
      await page.reload();
      await expect(page.getByRole("main").getByRole("textbox").first()).toHaveValue("Asha");
      await page.goto("/feedback");
      await waitUntilAwake(page);
      if (ways[way] === null) await translateNow(page);
      await page.getByRole("main").locator("textarea").fill("It holds its shine.");
      await page
        .getByRole("button", { name: /Submit|Send/ })
        .last()
        .click();
      await expect(page.getByRole("main").locator("textarea")).toHaveValue("");
      await expect(page.getByText(/It holds its shine/).first()).toBeVisible();
      await expectWhole(page);
    });

    test("places an order and pays it, and cancels another", async ({ page, shop }) => {
      const { orders } = await signIn(page, shop, `translated.order.${way.length}`);
      await open(page, way, "/checkout");
      await page
        .getByRole("main")
        .getByRole("button", { name: /Checkout$/ })
        .last()
        .click();
      await expect(page).toHaveURL(/\/orders/);
      const frame = page.getByRole("dialog").frameLocator("iframe");
      await frame.locator("[name=number]").fill("4111111111111111");
      await frame.locator("[name=expiry]").fill("12/30");
      await frame.locator("[name=cvv]").fill("123");
      await frame.locator("[name=name]").fill("Meera Shah");
      await frame.locator("#panel-card").getByRole("button", { name: /Pay ₹/ }).click();
      const thanks = page.getByRole("main").getByText(/Thank you, Meera/);
      await expect(thanks).toBeVisible();
      await expect(page.getByRole("main").getByRole("row").nth(1)).toContainText(/Paid|Completed/);
      await expectWhole(page);
      await page.goto(`/order-details/${orders.paid}`);
      await waitUntilAwake(page);
      if (ways[way] === null) await translateNow(page);
      await page
        .getByRole("button", { name: /Cancel Order/ })
        .first()
        .click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /Cancel Order/ })
        .click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.getByRole("main")).toContainText(/Pending/);
      expect((await shop.operator("orders", "show", orders.paid)).output).toMatch(/cancel/i);
      await expectNumbers(page, orders.paid);
      await expectWhole(page);
    });

    test("sends pieces back", async ({ page, shop }) => {
      const { orders } = await signIn(page, shop, `translated.return.${way.length}`);
      expect((await shop.operator("orders", "set-status", orders.paid, "Delivered", "--yes")).code).toBe(0);
      await open(page, way, `/order-details/${orders.paid}`);
      await page.getByRole("button", { name: /Return pieces/ }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox").first().selectOption("1");
      await dialog.getByRole("checkbox", { name: /Arrived damaged/ }).check();
      await dialog.getByRole("button", { name: /Request return/ }).click();
      await expect(page.getByRole("heading", { name: /Your return/ })).toBeVisible();
      expect((await shop.operator("returns", "list")).output).toContain(orders.paid);
      await expectWhole(page);
    });
  });
}
