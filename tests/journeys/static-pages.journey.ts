import { waitUntilAwake } from "../screens/steps.ts";
import { waitForAlert } from "../support/alert.ts";
import { expect, test } from "../support/shop.ts";

/* Pages to read and to write on (§2.12, §2.13). */
test.describe("a page to read", { tag: "@front" }, () => {
  test("our story says what the shop cares about on three cards (§2.13)", async ({ page }) => {
    await page.goto("/our-story");
    const cards = page.getByRole("region", { name: "What we care about" }).getByRole("listitem");
    await expect(cards).toHaveCount(3);
    for (const [index, title] of ["Sustainable Design", "Eco-friendly", "Mindful Living"].entries()) {
      await expect(cards.nth(index)).toContainText(title);
    }
  });

  for (const [address, facts] of [
    ["/shipping-policy", ["5–8 business days", "10–15 business days", "17:00", "₹2,000"]],
    ["/refund-policy", ["within 24 hours", "within 7 days", "7–10 business days", "2 months"]],
    ["/terms-condition", ["9%"]],
  ] as const) {
    test(`${address} stands in the first HTML with its facts (§2.13, §9)`, async ({ request }) => {
      const html = await (await request.get(address)).text();
      for (const fact of facts) expect.soft(html).toContain(fact);
    });
  }

  test("no page a guest sees shows one picture twice", async ({ request }) => {
    const pages = ["/", "/products", "/wooden-bowls", "/our-story", "/contact-us", "/login", "/sign-up"];
    for (const address of [...pages, "/forgot-password", "/feedback", "/cart", "/nowhere", BOWL]) {
      const html = await (await request.get(address)).text();
      const shown = listShownPictures(html);
      expect.soft(shown, address).toEqual([...new Set(shown)]);
    }
  });

  test("each calm page has a picture of its own", async ({ request }) => {
    const shown: string[] = [];
    for (const address of ["/login", "/sign-up", "/feedback", "/contact-us", "/nowhere"])
      shown.push(...listShownPictures(await (await request.get(address)).text()));
    expect(shown).toHaveLength(5);
    expect(new Set(shown).size).toBe(5);
  });

  test("the contact page shows phone and e-mail; what is written there is answered in an alert (§2.13)", async ({
    page,
  }) => {
    await page.goto("/contact-us");
    await waitUntilAwake(page);
    const main = page.getByRole("main");
    await expect(main.locator('a[href^="tel:"]')).toBeVisible();
    await expect(main.locator('a[href^="mailto:hello@"]')).toBeVisible();
    await expect(main.getByText(/^Grievance officer: Sample Officer/)).toBeVisible();
    const message = main.locator("textarea");
    await expect(message).toHaveAttribute("rows", "10");
    await main.getByRole("textbox", { name: "Name" }).fill("Meera Shah");
    await main.getByRole("textbox", { name: "Email" }).fill("meera@example.com");
    await message.fill("Do you engrave?");
    const alerted = waitForAlert(page);
    await main.getByRole("button", { name: /^Send/ }).click();
    expect(await alerted).not.toBe("");
    await expect(message).toHaveValue("");
  });
});

const BOWL = "/product-info/acacia-everyday-bowl";

/** The pictures on a page by their masters; a product's own photographs have a second, small one to choose them by. */
const listShownPictures = (html: string): string[] =>
  [...withoutPhotographs(html).matchAll(/<img[^>]* src="\/pictures\/([^"]+?)\.\d+\.\w+"/g)].map(
    ([, master = ""]) => master,
  );

const withoutPhotographs = (html: string): string =>
  html.replace(/<section aria-label="Photographs".*?<\/section>/s, "");
