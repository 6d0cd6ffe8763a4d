import type { Page } from "@playwright/test";
import { calls, mishaps, stepTo } from "./steps.ts";
import { runInTurn, clickOn, type Screen, waitForText, stepWithMishap } from "./acts.ts";

export const ofTheListing: Screen[] = [
  { name: "listing", path: "/products" },
  { name: "listing-of-bowls", path: "/wooden-bowls" },
  { name: "listing-of-a-collection", path: "/products?collection=Evening%20Chai" },
  {
    name: "listing-filtered",
    path: "/products?material=Acacia%20wood&minPrice=500&maxPrice=2500&sortOption=Price%20low%20to%20high",
  },
  { name: "listing-filter-sheet", path: "/products", only: "narrow", overlay: true, act: clickOn("Filter") },
  { name: "listing-sort-sheet", path: "/products", only: "narrow", overlay: true, act: clickOn("Sort") },
  { name: "listing-price-fault", path: "/products", act: enterWrongPrices },
  { name: "listing-empty", path: "/products?minPrice=90000" },
  { name: "listing-empty-category", path: "/products?category=Garden" },
  {
    name: "listing-loading",
    path: "/contact-us",
    act: stepWithMishap(calls.listing, mishaps.never, "/products", "Loading products..."),
  },
  {
    name: "listing-failed",
    path: "/contact-us",
    act: stepWithMishap(calls.listing, mishaps.refused(), "/products", "Failed to fetch products"),
  },
];

async function enterWrongPrices(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) await clickOn("Filter")(page);
  await page.getByLabel("Min price (₹)").filter({ visible: true }).fill("2000");
  await page.getByLabel("Max price (₹)").filter({ visible: true }).fill("1000");
  await page.keyboard.press("Enter");
  await waitForText(page, "The max price is below the min price.");
}

export const ofAProduct: Screen[] = [
  { name: "product", path: "/product-info/aranya-acacia-serving-tray-brass" },
  { name: "product-few-left", path: "/product-info/teak-river-organic-platter" },
  { name: "product-sold-out", path: "/product-info/mango-wave-rim-bowl" },
  {
    name: "product-sold-out-address",
    path: "/product-info/mango-wave-rim-bowl",
    act: async (page) => {
      await page.getByLabel("Your e-mail address").fill("asha at home");
      await clickOn("Notify me")(page);
      await waitForText(page, "Invalid email format");
    },
  },
  {
    name: "product-sold-out-asked",
    path: "/product-info/mango-wave-rim-bowl",
    act: async (page) => {
      const message = "Thank you. We'll e-mail you when this piece is back.";
      await page.route("**/api/back-in-stock", (route) =>
        route.fulfill({ json: { success: true, message } }),
      );
      // Waits for hydration, because an earlier click would submit the form without the API call.
      await page.waitForFunction(() =>
        Object.keys(document.querySelector("#back-in-stock-email") ?? {}).some((key) =>
          key.startsWith("__react"),
        ),
      );
      await page.getByLabel("Your e-mail address").fill("asha@example.com");
      await clickOn("Notify me")(page);
      await waitForText(page, message);
    },
  },
  {
    name: "product-in-the-bag",
    path: "/product-info/acacia-everyday-bowl",
    act: runInTurn(clickOn(/^Add to Bag/), (page) => waitForText(page, "1 in your bag")),
  },
  {
    name: "product-zoom",
    path: "/product-info/aranya-acacia-serving-tray-brass",
    overlay: true,
    act: clickOn("Look closer"),
  },
  {
    name: "product-loading",
    path: "/contact-us",
    act: async (page) => {
      await page.route(calls.product, mishaps.never);
      await stepTo(page, "/product-info/acacia-everyday-bowl");
    },
  },
  {
    name: "product-failed",
    path: "/contact-us",
    act: stepWithMishap(
      calls.product,
      mishaps.refused(),
      "/product-info/acacia-everyday-bowl",
      "Something went wrong",
    ),
  },
  { name: "product-gone", path: "/product-info/not-a-product" },
];
