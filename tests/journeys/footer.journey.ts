import { waitUntilAwake } from "../screens/steps.ts";
import { expect, phone, test } from "../support/shop.ts";

/* The footer of every page (§2.3). */
test.describe("the footer", { tag: "@front" }, () => {
  test("has its sections, and every link of it leads to a page (§2.3, D88, D103)", async ({
    page,
    request,
  }) => {
    await page.goto("/");
    const footer = page.getByRole("contentinfo");
    for (const section of ["Customer Care", "About", "Products", "Contact Information"]) {
      await expect(footer.getByRole("heading", { name: section })).toBeVisible();
    }
    await expect(footer.getByRole("link", { name: "Testimonials" })).toHaveAttribute(
      "href",
      "/feedback-form",
    );
    await expect(footer.getByRole("link", { name: "All products" })).toHaveAttribute("href", "/products/");
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
    for (const way of new Set(ways)) {
      expect.soft((await request.get(way, { headers: { accept: "text/html" } })).status(), way).toBe(200);
    }
  });

  test("on a phone its columns are folded, and open one by one (§2.3, D88)", async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto("/our-story");
    const footer = page.getByRole("contentinfo");
    const link = footer.getByRole("link", { name: "All products" });
    await expect(link).toBeHidden();
    expect((await footer.boundingBox())?.height).toBeLessThan(700);
    await footer.getByLabel("Products").click();
    await expect(link).toBeVisible();
    await page.setViewportSize({ width: 600, height: 900 });
    await expect(footer.getByRole("link", { name: "Contact us" })).toBeVisible();
    await expect(footer.locator("summary").filter({ visible: true })).toHaveCount(0);
  });

  test("takes an address for the newsletter, and stays where it is (§2.3, D80)", async ({ page }) => {
    await page.goto("/our-story");
    await waitUntilAwake(page);
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("textbox").fill(`meera.news.${Date.now()}@example.com`);
    await footer.getByRole("button", { name: "Subscribe" }).click();
    await expect(footer.getByRole("status")).not.toBeEmpty();
    await expect(footer.getByRole("textbox")).toHaveValue("");
    await expect(page).toHaveURL("/our-story");
  });
});
