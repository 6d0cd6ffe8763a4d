import type { Locator, Page } from "@playwright/test";
import { layOutWhole, waitUntilAwake } from "../screens/steps.ts";
import { createRegularCustomer, type RegularCustomer } from "../support/regular-customer.ts";
import { expect, test } from "../support/shop.ts";
import { listMisfits, setTextSpacing } from "../screens/text-fit.ts";
import { storeGuestBag, storeSession } from "../support/visitors.ts";

/* How the shop looks where the visitor decides: forced colours, print, narrow windows, wider text. */

let customer: RegularCustomer;
test.beforeAll(async ({ shop }, { workerIndex }) => {
  customer = await createRegularCustomer(shop.url, `meera.display.${workerIndex}.${Date.now()}`);
});

const readBackground = (element: Locator, pseudo?: string) =>
  element.evaluate((element, part) => getComputedStyle(element, part).backgroundColor, pseudo);
const readColour = (element: Locator) => element.evaluate((element) => getComputedStyle(element).color);

async function openOrder(page: Page, orderId: string): Promise<void> {
  await page.goto(`/order-details/${orderId}`);
  await expect(page.getByRole("table").first()).toBeVisible();
}

test("forced colours keep what only colour showed", { tag: "@front" }, async ({ page, context }) => {
  await storeSession(context, customer);
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark", reducedMotion: "reduce" });
  await openOrder(page, customer.orders.paid);
  const step = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  const done = await readBackground(step("Placed"), "::before");
  expect(await readBackground(step("Paid"), "::before")).toBe(done);
  expect(await readBackground(step("Delivered"), "::before")).not.toBe(done);

  const account = page.getByRole("navigation", { name: "Account" });
  const current = await readBackground(account.getByRole("link", { name: "Order History" }));
  expect(await readBackground(account.getByRole("link", { name: "Addresses" }))).not.toBe(current);

  // Walnut on the visitor's black would not be seen.
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
});

test("an order on paper is the order alone", { tag: "@front" }, async ({ page, context }) => {
  await storeSession(context, customer);
  await openOrder(page, customer.orders.unpaid);
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
});

test("order details have room at every width", { tag: "@front" }, async ({ page, context }) => {
  await storeSession(context, customer);
  await openOrder(page, customer.orders.paid);
  const payment = page.locator("section", { has: page.getByRole("heading", { name: "Payment info" }) });
  await page.setViewportSize({ width: 320, height: 900 });
  await page.getByText("Invoice and payment").click();
  for (const width of [320, 769, 800, 850, 900, 950, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const box = await payment.boundingBox();
    expect.soft(box?.width, `payment box at ${width} px`).toBeGreaterThan(240);
    expect.soft(await listMisfits(page), `at ${width} px`).toEqual([]);
  }
});

test(
  "no words are lost at 320 px, nor with the text set wider",
  { tag: "@front" },
  async ({ page, context, shop }) => {
    test.setTimeout(120_000);
    await storeSession(context, customer);
    await storeGuestBag(context, shop.url, { "acacia-everyday-bowl": 1 });
    await page.setViewportSize({ width: 320, height: 700 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const path of [
      "/",
      "/products",
      "/product-info/aranya-acacia-serving-tray-brass",
      "/cart",
      "/checkout",
      "/orders",
      `/order-details/${customer.orders.cancelling}`,
      "/address",
    ]) {
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

test("a tile is named once", { tag: "@front" }, async ({ page }) => {
  await page.goto("/");
  await layOutWhole(page);
  const named = (region: string) => page.getByRole("region", { name: region }).getByRole("link");
  await expect(named("Shop by Category").last()).toHaveAccessibleName("Bowl");
  for (const link of [...(await named("Hot Products").all()), ...(await named("Shop by Category").all())]) {
    await expect(link).toHaveAccessibleName((await link.innerText()).trim());
  }
});
