import type { Page } from "@playwright/test";
import { createRegularCustomer } from "../support/regular-customer.ts";
import { expect, type Shop, test } from "../support/shop.ts";
import { translateFromStart, translateNow, TRANSLATED } from "./translate.ts";
import { storeSession } from "../support/visitors.ts";
import { waitUntilAwake } from "../screens/steps.ts";

/* Many customers read the shop translated: the browser then puts elements of its own in the place of every text. */

const ways = { "before its scripts run": translateFromStart, "while it is open": null } as const;

async function open(page: Page, way: keyof typeof ways, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilAwake(page);
  if (ways[way] === null) await translateNow(page);
  await expect(page.locator("font[data-translated]").first()).toBeAttached();
}

/** Nothing broke, nothing is there twice, and what is shown is translated. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(page.getByRole("main").getByText(TRANSLATED).first()).toBeVisible();
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
    test.beforeEach(async ({ page }) => {
      await ways[way]?.(page);
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
      await expect(footer).toBeVisible();
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

    test("goes on to the second step of a new password", async ({ page, shop }) => {
      const { email } = await createRegularCustomer(shop.url, `translated.forgot.${Date.now()}`);
      await open(page, way, "/forgot-password");
      await page.getByRole("main").getByRole("textbox").first().fill(email);
      await page.getByRole("button", { name: /Verify Email/ }).click();
      await expect(page.getByRole("button", { name: /Reset Password/ })).toBeVisible();
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
  });
}
