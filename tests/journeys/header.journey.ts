import type { Page } from "@playwright/test";
import { waitUntilAwake } from "../screens/steps.ts";
import { expect, phone, test } from "../support/journey-shop.ts";
import { createRegularCustomer, storeSession } from "../support/visitors.ts";

const subcategories = {
  Serveware: ["Tray", "Platter", "Bowl"],
  Kitchenware: ["Chopping Board", "Tissue Holder"],
  Tableware: ["Fruit Bowl", "Cutlery Caddy", "Lazy Susan"],
};

test(
  "above 768 px the header has dropdowns, the offer and the login, and a dropdown closes after 300 ms (§2.2, §7, §8, §9, D34, D41, D98, D114)",
  { tag: "@front" },
  async ({ page, request }) => {
    await page.clock.install();
    await page.setViewportSize({ width: 769, height: 900 });
    await page.goto("/contact-us");
    await waitUntilAwake(page);
    const banner = page.getByRole("banner");
    const getLink = (name: string) => banner.getByRole("link", { name, exact: true });
    await expect(page.getByRole("button", { name: "Menu" })).toBeHidden();
    await expect(page.getByRole("button", { name: "Serveware" })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const [category, kinds] of Object.entries(subcategories)) {
      await page.getByRole("button", { name: category }).hover();
      await expect(banner.getByRole("list", { name: category }).getByRole("link")).toHaveText(kinds);
      await expect(getLink(category)).toHaveAttribute("href", `/products?category=${category}`);
      for (const kind of kinds)
        await expect(getLink(kind)).toHaveAttribute("href", buildHref(category, kind));
    }
    // The picture of an open menu is visible. It is loaded only when the menu opens.
    await expect(banner.locator("li[aria-hidden] img").filter({ visible: true })).not.toHaveCount(0);
    const last = page.getByRole("button", { name: "Tableware" });
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.mouse.move(600, 700);
    await page.clock.runFor(250);
    await expect(last).toHaveAttribute("aria-expanded", "true");
    await page.clock.runFor(100);
    await expect(last).toHaveAttribute("aria-expanded", "false");

    const { categories } = (await (await request.get("/api/categories")).json()) as {
      categories: { name: string }[];
    };
    await page.getByRole("button", { name: "Collections" }).hover();
    for (const { name } of categories)
      await expect(getLink(name)).toHaveAttribute("href", `/products?collection=${encodeURIComponent(name)}`);

    const { heading } = (await (await request.get("/api/special-offer")).json()) as { heading: string };
    const offer = page.getByRole("complementary", { name: "Special offer" });
    await expect(offer).toContainText(heading || "Special Offer");
    await expect(offer.getByRole("link", { name: "Shop Now" })).toHaveAttribute("href", "/products");
    await expect(page.getByRole("link", { name: "View Account" }).first()).toHaveAttribute("href", "/log-in");
  },
);

test(
  "at 768 px the header has a drawer with the same menu (§2.2, §4, §9, D34, D82, D98)",
  { tag: ["@front", "@long"] },
  async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto("/");
    await waitUntilAwake(page);
    await expect(page.getByRole("button", { name: "Serveware" })).toBeHidden();
    await page.getByRole("button", { name: "Menu" }).click();
    const drawer = page.getByRole("dialog");
    const getLink = (name: string) => drawer.getByRole("link", { name, exact: true });
    for (const [category, kinds] of Object.entries(subcategories)) {
      const list = drawer.getByRole("list", { name: category });
      await expect(list.getByRole("link")).toHaveText(kinds);
      for (const kind of kinds)
        await expect(getLink(kind)).toHaveAttribute("href", buildHref(category, kind));
      await expect(getLink(category)).toHaveAttribute("href", `/products?category=${category}`);
    }
    await getLink("Lazy Susan").click();
    await expect(page).toHaveURL("/products?category=Tableware&subcategory=Lazy%20Susan");
    await expect(drawer).toHaveCount(0);

    // If the text is twice as large, even a wide window needs the narrow layout of the header.
    await page.setViewportSize({ width: 900, height: 900 });
    await expect(page.getByRole("button", { name: "Menu" })).toBeHidden();
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    await expect(page.getByRole("button", { name: "Menu" })).toBeVisible();
    await expect(page.locator("html")).toHaveJSProperty("scrollWidth", 900);
  },
);

test(
  "the account menu is beside the page, or above it at 768 px, and logout asks for confirmation (§2.1, §2.2, §2.14, §2.17, D30, D97)",
  { tag: "@front" },
  async ({ page, context, shop }) => {
    const customer = await createRegularCustomer(shop.url, `meera.header.${Date.now()}`);
    await storeSession(context, customer);
    const menu = page.getByRole("navigation", { name: "Account" });
    await page.setViewportSize({ width: 769, height: 900 });
    await page.goto("/orders");
    await expect(
      page.getByRole("complementary").filter({ has: menu }).getByText("Taruva", { exact: true }),
    ).toBeVisible();
    await expect(menu.getByRole("link")).toHaveText(["Order History", "Addresses", "Logout"]);
    await expect(menu.getByRole("link", { name: "Order History" })).toHaveAttribute("aria-current", "page");
    await expect(menu.getByRole("link", { name: "Addresses" })).toHaveAttribute("href", "/address");
    await expect(menu.getByRole("link", { name: "Logout" })).toHaveAttribute("href", "/logout");
    const isBeside = async () => {
      const [beside, content] = [
        await menu.boundingBox(),
        await page.getByRole("table").first().boundingBox(),
      ];
      return beside!.x + beside!.width <= content!.x;
    };
    await expect(page.getByRole("table").first()).toBeVisible();
    expect(await isBeside()).toBe(true);
    await page.setViewportSize({ width: 768, height: 900 });
    expect(await isBeside()).toBe(false);
    await page.setViewportSize(phone);
    // The title is visible without scrolling, and the three entries are on one line.
    const title = await page.getByRole("heading", { level: 1 }).boundingBox();
    expect(title!.y + title!.height).toBeLessThanOrEqual(190);
    const tops = await menu
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);

    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto("/cart");
    await waitUntilAwake(page);
    const account = page.getByRole("button", { name: "Your account" });
    const getLink = (name: string) => page.getByRole("banner").getByRole("link", { name, exact: true });
    await account.hover();
    await expect(getLink("Orders")).toHaveAttribute("href", "/orders");
    await expect(getLink("Address")).toHaveAttribute("href", "/address");
    await getLink("Logout").click();
    const question = page.getByRole("alertdialog", { name: "Are you sure you want to log out?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL("/cart");
    await account.hover();
    await getLink("Logout").click();
    await question.getByRole("button", { name: "Yes, Logout" }).click();
    await expect(page).toHaveURL("/log-in");
    await expect(page.getByRole("link", { name: "View Account" }).first()).toBeVisible();
    await expectNoSession(page);
    await page.goto("/orders");
    await expect(page.getByText("Unauthorized! Please log in.")).toBeVisible();

    await page.evaluate(
      ([user, accessToken]) => {
        localStorage.setItem("user", user ?? "");
        localStorage.setItem("accessToken", accessToken ?? "");
      },
      [JSON.stringify(customer.user), customer.accessToken],
    );
    await page.goto("/logout");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in");
    await expectNoSession(page);
  },
);

const expectNoSession = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        ["user", "accessToken", "refreshToken", "guestCart"].filter((key) => localStorage.getItem(key)),
      ),
    )
    .toEqual([]);

test(
  "the footer shows its sections at every width, and each link from it to the shop leads to a page (§2.3, D88, D103, D113)",
  { tag: "@front" },
  async ({ page, request }) => {
    await page.goto("/our-story");
    const footer = page.getByRole("contentinfo");
    for (const name of ["Customer Care", "About", "Products", "Contact Information"])
      await expect(footer.getByRole("heading", { name })).toBeVisible();
    const all = footer.getByRole("link", { name: "All products" });
    await expect(all).toHaveAttribute("href", "/products/");
    await expect(footer.getByRole("link", { name: "Testimonials" })).toHaveAttribute(
      "href",
      "/feedback-form",
    );
    await expect(footer.locator('a[href^="tel:"]')).toHaveCount(1);
    await expect(footer.locator('a[href^="mailto:"]')).toHaveCount(1);
    await expect(footer.getByRole("list", { name: "Follow us" }).getByRole("link")).toHaveText([
      "Instagram",
      "Facebook",
      "Pinterest",
    ]);
    await expect(footer.getByText(/^© \d{4} /)).toBeVisible();
    const ways = await footer
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    for (const way of new Set(ways))
      expect.soft((await request.get(way, { headers: { accept: "text/html" } })).status(), way).toBe(200);

    for (const width of [phone.width, 768, 1280]) {
      await page.setViewportSize({ width, height: phone.height });
      for (const listed of [all, footer.locator('a[href^="tel:"]'), footer.locator('a[href^="mailto:"]')])
        await expect(listed, `at ${width} px`).toBeVisible();
    }
  },
);

const buildHref = (category: string, kind: string): string =>
  `/products?category=${category}&subcategory=${encodeURIComponent(kind)}`;
