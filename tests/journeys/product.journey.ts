import type { Page } from "@playwright/test";
import { expect, phone, test } from "../support/journey-shop.ts";

const TRAY = "/product-info/aranya-acacia-serving-tray-brass";
const getPart = (page: Page, heading: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: heading, exact: true }) });
const getBreadcrumb = (page: Page) => page.getByRole("navigation", { name: "Breadcrumb" });

test(
  "a product page has breadcrumb, prices, specifications, offer, policies, sizes and suggested products (§2.6, D4, D7, D78)",
  { tag: "@front" },
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const html = await (await page.goto(TRAY))?.text();
    // The HTML contains the promised delivery days, such as `Wed 25 –`.
    expect(html).toMatch(/(Mon|Tue|Wed|Thu|Fri) \d+( \w+)? –/);
    await expect(getBreadcrumb(page).getByRole("listitem")).toHaveText([
      "Home",
      "Products",
      "Serveware",
      "Tray",
      "Aranya Acacia Serving Tray with Brass Handles",
    ]);
    await expect(page.getByText("Aranya अरण्य, forest")).toBeVisible();
    expect(await page.evaluate(() => document.fonts.check('16px "Taruva Devanagari"', "अरण्य"))).toBe(true);
    const price = page.getByRole("paragraph").filter({ hasText: "Original price" }).first();
    await expect(price).toHaveText(/^₹2499\.00.*Original price ₹3299\.00.*24% OFF/);
    await expect(page.getByText("₹2948.82 including GST").first()).toBeVisible();
    const note = page.getByRole("link", { name: "Tax Included. Shipping Policy at Checkout" });
    await expect(note).toHaveAttribute("href", "/shipping-policy");
    await expect(page.getByText("Order today, arrives")).toContainText(/\w{3} \d+ .*– \w{3} \d+ \w{3}/);
    await expect(page.getByRole("link", { name: "45.7 × 30.5 cm, 6.4 cm high" })).toHaveAttribute(
      "href",
      "#size",
    );
    for (const policy of ["Assured Delivery", "Easy Cancellation", "1 Year Warranty", "7 Days Replacement"])
      await expect(page.getByText(policy, { exact: true })).toBeVisible();
    const specifications = getPart(page, "Specifications");
    await expect(specifications.getByRole("term")).toHaveText([
      "Category",
      "Material",
      "Length",
      "Breadth",
      "Height",
      "Finish",
      "Net quantity",
      "Country of origin",
      "Manufactured by",
      "Care",
    ]);
    await expect(specifications.getByRole("link", { name: "Serveware" })).toHaveAttribute(
      "href",
      "/products?category=Serveware",
    );
    await expect(getPart(page, "About this item")).toContainText(/\w{4}/);
    const offer = page.getByRole("region", { name: "Special offer" });
    await expect(offer.getByRole("heading")).toHaveText("₹99 off every order");
    await expect(offer.getByRole("listitem")).toHaveCount(4);
    const places = page.getByRole("list", { name: "Share on" }).getByRole("link");
    await expect(places).toHaveText(["WhatsApp", "Pinterest", "Facebook"]);
    await expect(places.last()).toHaveAttribute(
      "href",
      /facebook\.com.*=http.*%2Fproduct-info%2Faranya-acacia/,
    );
    const drawing = page.getByRole("figure").filter({ hasText: "drawn to scale" });
    await expect(drawing).toContainText("45.7 × 30.5 cm, 6.4 cm high");

    // The bar with the price and the button stays visible while the visitor reads the sections.
    await drawing.scrollIntoViewIfNeeded();
    await expect(page.getByRole("main").getByRole("button", { name: "Buy Now" })).toBeInViewport();

    const complements = page.getByRole("region", { name: "Pairs well with" });
    await complements.scrollIntoViewIfNeeded();
    await expect(complements.getByRole("listitem")).toHaveCount(4);
    await expect(complements.getByText("Sold out")).toHaveCount(0);
    await expect(complements.getByRole("heading", { level: 3 }).filter({ hasText: "Tray" })).toHaveCount(0);
  },
);

test(
  "on a phone a bar shows the price and 'Add to Bag' while 'Buy Now' is off the screen, and never covers the focus or the footer",
  { tag: ["@front", "@long"] },
  async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto(TRAY);
    const bar = page.getByRole("group", { name: "Buy this piece" });
    const buy = page.getByRole("button", { name: "Buy Now" });
    await expect(bar).toBeInViewport();
    await buy.scrollIntoViewIfNeeded();
    await expect(bar).toBeHidden();
    await getPart(page, "Specifications").scrollIntoViewIfNeeded();
    await expect(bar).toHaveText("₹2948.82 including GSTAdd to Bag");
    expect((await bar.boundingBox())?.height).toBe(64);
    await page
      .getByRole("button", { name: /increase/i })
      .first()
      .focus();
    await expect(bar).toBeHidden();
    await page.keyboard.press("Enter");
    await getPart(page, "Specifications").scrollIntoViewIfNeeded();

    const category = getPart(page, "Specifications").getByRole("link").first();
    await buy.scrollIntoViewIfNeeded();
    await expect(bar).toBeHidden();
    // Scroll in a single step, so that the bar with the price is still hidden when the link gets the focus.
    await category.evaluate((link: HTMLElement) => {
      window.scrollBy(0, link.getBoundingClientRect().bottom - window.innerHeight);
      link.focus();
    });
    await expect(bar).toBeVisible();
    await expect
      .poll(async () => {
        const [link, over] = [await category.boundingBox(), await bar.boundingBox()];
        return link && over && link.y + link.height <= over.y;
      })
      .toBe(true);

    await bar.getByRole("button", { name: /^Add to Bag/ }).click();
    await expect(page.getByTestId("cart-badge")).toHaveText("2");
    await expect(bar.getByRole("link", { name: "Added · View bag" })).toHaveAttribute("href", "/cart");
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(bar).toBeHidden();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(bar).toBeInViewport();
    expect((await getBreadcrumb(page).boundingBox())?.height).toBe(44);
    await expect(getBreadcrumb(page).getByRole("listitem")).toHaveCount(5);
    await expect(page.getByRole("main").getByRole("link", { name: "View bag", exact: true })).toBeVisible();
  },
);

test(
  "a photograph opens larger in a dialog, and the page behind it does not scroll (§2.6)",
  { tag: ["@front", "@long"] },
  async ({ page }) => {
    await page.goto(TRAY);
    const closer = page
      .getByRole("region", { name: "Photographs" })
      .getByRole("button", { name: "Look closer" });
    const picture = await closer.boundingBox();
    const arrow = await page.getByRole("button", { name: "Previous photograph" }).boundingBox();
    expect(arrow!.x).toBeGreaterThanOrEqual(picture!.x + picture!.width);
    await closer.click();
    const dialog = page.getByRole("dialog");
    const near = dialog.getByRole("button", { name: "Zoom out" });
    await expect(page.locator("html")).toHaveCSS("overflow", "hidden");
    await expect
      .poll(async () => Math.round((await near.boundingBox())?.width ?? 0))
      .toBe(Math.round(2 * picture!.width));
    // While the larger picture loads, the page shows the smaller one, not a blurred placeholder (a `data:` URL).
    await expect(near.locator("span > img").first()).not.toHaveAttribute("src", /^data:/);
    await near.click();
    const whole = dialog.getByRole("button", { name: "Zoom in" });
    expect((await whole.boundingBox())?.height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(closer).toBeFocused();
  },
);
