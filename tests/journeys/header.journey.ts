import { waitUntilAwake } from "../screens/steps.ts";
import { createRegularCustomer } from "../support/regular-customer.ts";
import { register, logIn } from "../support/register.ts";
import { waitForAlert } from "../support/alert.ts";
import { expect, test } from "../support/shop.ts";
import { storeSession } from "../support/visitors.ts";

const subcategories = {
  Serveware: ["Tray", "Platter", "Bowl"],
  Kitchenware: ["Chopping Board", "Tissue Holder"],
  Tableware: ["Fruit Bowl", "Cutlery Caddy", "Lazy Susan"],
};

/* The header in its two forms, and what hangs from it (§2.2). */
test.describe("the header", { tag: "@front" }, () => {
  test("is a bar above 768 px, and at 768 a drawer with the same menu (§2.2, §4, §9, D34, D82, D98)", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 769, height: 900 });
    await page.goto("/");
    await waitUntilAwake(page);
    await expect(page.getByRole("button", { name: "Serveware" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Menu" })).toBeHidden();
    await page.setViewportSize({ width: 768, height: 900 });
    await expect(page.getByRole("button", { name: "Serveware" })).toBeHidden();
    await page.getByRole("button", { name: "Menu" }).click();
    const drawer = page.getByRole("dialog");
    for (const [category, kinds] of Object.entries(subcategories)) {
      await drawer.locator("summary", { hasText: category }).click();
      await expect(drawer.getByRole("listitem").getByRole("link")).toHaveText(kinds);
      for (const kind of kinds) {
        await expect(drawer.getByRole("link", { name: kind, exact: true })).toHaveAttribute(
          "href",
          buildHref(category, kind),
        );
      }
      await expect(drawer.getByRole("link", { name: category, exact: true })).toHaveAttribute(
        "href",
        `/products?category=${category}`,
      );
    }
    await expect(drawer.locator("picture")).toHaveCount(4);
    await expect(drawer.getByRole("link", { name: "Our Story" })).toHaveAttribute("href", "/our-story");
    await expect(drawer.getByRole("link", { name: "Contact" })).toHaveAttribute("href", "/contact-us");
    await expect(drawer.getByRole("link", { name: "View Account" })).toHaveAttribute("href", "/log-in");
    await drawer.getByRole("link", { name: "Lazy Susan" }).click();
    await expect(page).toHaveURL("/products?category=Tableware&subcategory=Lazy%20Susan");
    await expect(drawer).toHaveCount(0);
  });

  test("opens a dropdown under the mouse and closes it 300 ms after the mouse has left (§2.2, §9, D34, D98)", async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto("/contact-us");
    await waitUntilAwake(page);
    for (const [category, kinds] of Object.entries(subcategories)) {
      const banner = page.getByRole("banner");
      await page.getByRole("button", { name: category }).hover();
      await expect(banner.getByRole("list", { name: category }).getByRole("link")).toHaveText(kinds);
      await expect(banner.getByRole("link", { name: category, exact: true })).toHaveAttribute(
        "href",
        `/products?category=${category}`,
      );
      for (const kind of kinds) {
        await expect(page.getByRole("banner").getByRole("link", { name: kind, exact: true })).toHaveAttribute(
          "href",
          buildHref(category, kind),
        );
      }
    }
    // Its picture comes once it is opened, and only then.
    const pictures = page.getByRole("banner").locator("li[aria-hidden] img");
    await expect(pictures.filter({ visible: true })).not.toHaveCount(0);
    const last = page.getByRole("button", { name: "Tableware" });
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.mouse.move(600, 700);
    await page.clock.runFor(250);
    await expect(last).toHaveAttribute("aria-expanded", "true");
    await page.clock.runFor(100);
    await expect(last).toHaveAttribute("aria-expanded", "false");
  });

  test("lists the collections of the shop, each with its listing (§2.2, §7, §8, D41)", async ({
    page,
    request,
  }) => {
    const { categories } = (await (await request.get("/api/categories")).json()) as {
      categories: { name: string }[];
    };
    await page.goto("/");
    await waitUntilAwake(page);
    await page.getByRole("button", { name: "Collections" }).hover();
    for (const { name } of categories) {
      await expect(page.getByRole("banner").getByRole("link", { name, exact: true })).toHaveAttribute(
        "href",
        `/products?collection=${encodeURIComponent(name)}`,
      );
    }
  });

  test("shows the offer of the day with the way to everything, and a guest the way in (§2.2)", async ({
    page,
    request,
  }) => {
    const { heading } = (await (await request.get("/api/special-offer")).json()) as { heading: string };
    await page.goto("/");
    const offer = page.getByRole("complementary", { name: "Special offer" });
    await expect(offer).toContainText(heading || "Special Offer");
    await expect(offer.getByRole("link", { name: "Shop Now" })).toHaveAttribute("href", "/products");
    await expect(page.getByRole("link", { name: "View Account" }).first()).toHaveAttribute("href", "/log-in");
    for (const path of ["/cart", "/log-in", "/orders"]) {
      await page.goto(path);
      await expect(page.getByRole("banner")).toBeVisible();
      // No offer calls away from one's own bag and account.
      await expect(offer).toHaveCount(0);
    }
  });
});

test(
  "a customer finds orders, addresses and the way out, which is asked about first (§2.2, D30)",
  { tag: "@front" },
  async ({ page }) => {
    const customer = { email: `meera.header.${Date.now()}@example.com`, password: "neem-and-teak-7" };
    await register(page, customer);
    await page.goto("/log-in?redirect=%2Fcart");
    await waitUntilAwake(page);
    await logIn(page, customer);
    await expect(page).toHaveURL("/cart");
    const account = page.getByRole("button", { name: "Your account" });
    await account.hover();
    const banner = page.getByRole("banner");
    await expect(banner.getByRole("link", { name: "Orders", exact: true })).toHaveAttribute(
      "href",
      "/orders",
    );
    await expect(banner.getByRole("link", { name: "Address", exact: true })).toHaveAttribute(
      "href",
      "/address",
    );

    await banner.getByRole("link", { name: "Logout" }).click();
    const question = page.getByRole("alertdialog", { name: "Are you sure you want to log out?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL("/cart");
    await account.hover();
    await banner.getByRole("link", { name: "Logout" }).click();
    await question.getByRole("button", { name: "Yes, Logout" }).click();
    await expect(page).toHaveURL("/log-in");
    await expect(page.getByRole("link", { name: "View Account" }).first()).toBeVisible();
    expect(
      await page.evaluate(() =>
        ["user", "accessToken", "refreshToken", "guestCart"].filter((key) => localStorage.getItem(key)),
      ),
    ).toEqual([]);
  },
);

test(
  "the side menu stands beside the page, at 768 px above it, and knows where one is (§2.1, §2.14, §2.17, D97)",
  { tag: "@front" },
  async ({ page, context, shop }) => {
    const menu = page.getByRole("navigation", { name: "Account" });
    const brand = page.getByRole("complementary").filter({ has: menu }).getByText("Taruva", { exact: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/address");
    await expect(menu.getByRole("link")).toHaveText(["Order History", "Addresses", "Logout"]);
    await expect(brand).toBeVisible();
    // The title is seen at once, and the three entries are on one line.
    const title = await page.getByRole("heading", { level: 1 }).boundingBox();
    expect(title && title.y + title.height).toBeLessThanOrEqual(190);
    const tops = await menu
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    await waitUntilAwake(page);
    await menu.getByRole("link", { name: "Logout" }).click();
    await expect(page).toHaveURL("/logout");

    await storeSession(context, await createRegularCustomer(shop.url, `meera.side.${Date.now()}`));
    await page.setViewportSize({ width: 769, height: 900 });
    await page.goto("/orders");
    await expect(brand).toBeVisible();
    await expect(menu.getByRole("link")).toHaveText(["Order History", "Addresses", "Logout"]);
    await expect(menu.getByRole("link", { name: "Order History" })).toHaveAttribute("aria-current", "page");
    await expect(menu.getByRole("link", { name: "Addresses" })).toHaveAttribute("href", "/address");
    await expect(menu.getByRole("link", { name: "Logout" })).toHaveAttribute("href", "/logout");
    const isAbove = async () => {
      const [beside, content] = [
        await menu.boundingBox(),
        await page.getByText("No orders here").or(page.getByRole("table")).first().boundingBox(),
      ];
      return beside && content ? beside.x + beside.width > content.x : null;
    };
    expect(await isAbove()).toBe(false);
    await page.setViewportSize({ width: 768, height: 900 });
    expect(await isAbove()).toBe(true);
  },
);

test(
  "a product is shared by the device's own sheet, else its link is copied and an alert says so (§2.6, D78)",
  { tag: "@front" },
  async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "share", { value: undefined, configurable: true }),
    );
    await page.goto("/product-info/acacia-everyday-bowl");
    await waitUntilAwake(page);
    const alerted = waitForAlert(page);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    expect(await alerted).toBe("Link copied to clipboard!");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /\/product-info\/acacia-everyday-bowl$/,
    );

    await page.evaluate(() => {
      const shared: ShareData[] = [];
      Object.assign(window, { shared });
      Object.defineProperty(navigator, "share", { value: async (what: ShareData) => void shared.push(what) });
    });
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared[0]?.title))
      .toBe("Roz Acacia Everyday Bowl");
  },
);

const buildHref = (category: string, kind: string): string =>
  `/products?category=${category}&subcategory=${encodeURIComponent(kind)}`;
