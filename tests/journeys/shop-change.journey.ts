import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { links } from "#contract/links.ts";
import { pageNews } from "../../web/shell/page-news.ts";
import { waitUntilAwake } from "../screens/steps.ts";
import { expect, type Shop, testWithFolder } from "../support/journey-shop.ts";
import { getTextbox, openCheckout } from "./checkout-page.ts";

const HOLDER = "acacia-napkin-holder";

const test = testWithFolder(async (folder) => {
  await writeFile(path.join(folder, "rules.json"), JSON.stringify(RULES));
});

const RULES = { shippingFee: 80, cashOnDelivery: { upTo: 5_000 } };

async function changeShop(
  shop: Shop,
  folder: string,
  { name, fee, hours, rate = 6 }: { name: string; fee: number; hours: number; rate?: number },
): Promise<void> {
  const seller = JSON.parse(await readFile(path.join(folder, "seller.json"), "utf8")) as object;
  const files = {
    "seller.json": { ...seller, tradeName: name, taxRates: { cgst: rate, sgst: rate } },
    "rules.json": { shippingFee: fee, cancelWithinHours: hours, returnWithinDays: 10, replacement: "no" },
    "brand.json": { about: `Clay from ${name}.`, colours: { main: "#123a5c" } },
    "menu.json": {
      menu: [
        { name: "Tableware", subcategories: ["Bowl"] },
        { name: "Serveware", subcategories: ["Tray"] },
      ],
    },
  };
  for (const [file, content] of Object.entries(files))
    await writeFile(path.join(folder, file), JSON.stringify(content));
  const { code, output } = await shop.operator("products", "import", "--yes");
  expect(code, output).toBe(0);
}

async function expectNewFace(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("banner").getByText(name)).toBeVisible();
  await expect(page.getByRole("contentinfo")).toContainText(`Clay from ${name}.`);
  await expect(page.getByRole("contentinfo")).not.toContainText("Taruva");
  await expect(page).toHaveTitle(new RegExp(name));
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.body).getPropertyValue("--walnut")))
    .toBe("#123a5c");
}

test(
  "a customer's open pages show the shop's new name, colours, menu, rules and tax rates, and keep typed text",
  { tag: "@long" },
  async ({ page: checkout, context, shop, settings }) => {
    await openCheckout(checkout);
    await getTextbox(checkout, "Address").fill("7 Lake View");
    await getTextbox(checkout, "Order notes").fill("Ring twice.");
    await checkout.getByRole("radio", { name: /^Pay in cash when it arrives/ }).check();
    const open = async (address: string) => {
      const page = await context.newPage();
      await page.goto(address);
      await waitUntilAwake(page);
      return page;
    };
    const home = await open(links.home);
    const product = await open(links.product(HOLDER));
    const cart = await open(links.cart);
    const policy = await open(links.refundPolicy);
    await expect(product.getByText("7 Days Replacement")).toBeVisible();
    await expect(cart.getByRole("region", { name: "Order Summary" })).toContainText("Shipping₹80.00");
    await getTextbox(checkout, "Order notes").focus();

    // The toast is only visible for a few seconds, so begin to wait for it before the change.
    const bagToast = cart.getByText(pageNews.bag).waitFor({ timeout: 120_000 });
    const folder = settings["CATALOGUE_DIR"] ?? "";
    const change = { name: "Mitti", fee: 120, hours: 48 };
    await changeShop(shop, folder, change);
    for (const page of [home, product, policy]) await expectNewFace(page, "Mitti");
    await expect(home.getByRole("navigation").getByText(/^(Serveware|Tableware)$/)).toHaveText([
      "Tableware",
      "Serveware",
    ]);
    await expect(product.getByText("10 Days Return")).toBeVisible();
    await expect(policy.getByRole("main")).toContainText("open for 48 hours after you have placed the order");
    const summary = cart.getByRole("region", { name: "Order Summary" });
    for (const words of ["Shipping₹120.00", "CGST 6%"]) await expect(summary).toContainText(words);
    await bagToast;

    const side = checkout.getByRole("complementary", { name: "Your order" });
    for (const words of ["Shipping₹120.00", "CGST 6%"]) await expect(side).toContainText(words);
    await expect(checkout.getByRole("radio", { name: /^Pay in cash/ })).toHaveCount(0);
    await expect(checkout.getByRole("radio", { name: /^Payment with card or UPI/ })).toBeChecked();
    await expect(getTextbox(checkout, "Address")).toHaveValue("7 Lake View");
    await expect(getTextbox(checkout, "Order notes")).toHaveValue("Ring twice.");
    await expect(getTextbox(checkout, "Order notes")).toBeFocused();

    // The server caches the HTML of product cards, and must render it again when the tax rate changes.
    const readListing = async () => (await checkout.request.get(links.products())).text();
    expect(await readListing()).toContain("₹782.88");
    await changeShop(shop, folder, { ...change, rate: 2.5 });
    await expect.poll(readListing).toContain("₹733.96");
  },
);
