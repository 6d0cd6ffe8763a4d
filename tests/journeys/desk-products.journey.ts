import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, phone, type Shop, test } from "../support/shop.ts";
import { expectUsable, openDesk } from "./desk-page.ts";

/* A product at the owner's desk: from its photographs to the shop, and each change taken back. */

test.describe.configure({ timeout: 120_000 });

const photograph = (name: string) => path.join(import.meta.dirname, "../../catalogue/products", name);

async function openProducts(page: Page, shop: Shop, where = ""): Promise<string> {
  const desk = await shop.desk("--as", "Asha");
  await openDesk(page, desk.address);
  const { origin } = new URL(desk.address);
  await page.goto(`${origin}/products${where}`);
  return origin;
}

test("a new product is made of photographs and words, looked at, and shown", async ({ page, shop }) => {
  await openProducts(page, shop);
  await page.getByRole("link", { name: "New product" }).click();
  await expect(page.getByRole("heading", { name: "New product", level: 1 })).toBeVisible();
  await expectUsable(page);
  await page.getByLabel("Title").fill("Masala Spice Box");
  await test.step("a photograph is dropped, another chosen", async () => {
    const dropped = await readFile(photograph("teak-tissue-box-2.jpg"));
    const field = page.locator("input[type=file]");
    await field.evaluate((input, bytes) => {
      const dataTransfer = new DataTransfer();
      const content = Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0));
      dataTransfer.items.add(new File([content], "dropped.jpg", { type: "image/jpeg" }));
      input.parentElement?.dispatchEvent(
        new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }),
      );
    }, dropped.toString("base64"));
    await field.setInputFiles(photograph("teak-tissue-box-1.jpg"));
    await expect(page.getByRole("button", { name: /^Leave out/ })).toHaveCount(2);
  });
  await page.getByLabel("Price").fill("1299");
  await page.getByRole("button", { name: "Add the product" }).click();
  await expect(page.getByRole("alert")).toContainText("Category is missing");
  await page.getByRole("combobox", { name: "Category", exact: true }).fill("Storage");
  await page.getByRole("combobox", { name: "Subcategory" }).fill("Tissue Box");
  await page.getByLabel("Materials").fill("Teak wood");
  await page.getByLabel("Description").fill('Seven bowls <b>in</b> "one" box.');
  await page.getByRole("button", { name: "Add the product" }).click();

  await expect(page.getByRole("heading", { name: "Masala Spice Box", level: 1 })).toBeVisible();
  await expect(page.getByText("Nobody sees it yet.")).toBeVisible();
  await expect(page.getByText('Seven bowls <b>in</b> "one" box.')).toBeVisible();
  await expectUsable(page);
  const inShop = `${shop.url}/product-info/masala-spice-box`;
  expect((await fetch(inShop)).status).toBe(404);
  await page.getByRole("button", { name: "Show in the shop" }).click();
  await expect(page.getByRole("link", { name: "See it in the shop" })).toHaveAttribute("href", inShop);
  expect(await (await fetch(inShop)).text()).toContain("Masala Spice Box");
});

test("what a product says is changed where it stands, and taken back", async ({ page, shop }) => {
  await openProducts(page, shop, "?search=leaf");
  await page.getByRole("link", { name: "Patta Mango Leaf Platter" }).click();
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("Patta Mango Leaf Platter");
  await expectUsable(page);

  await test.step("words", async () => {
    await page.getByRole("button", { name: "Change Words" }).click();
    await expectUsable(page);
    await page.getByRole("textbox", { name: "Title" }).fill("Leaf Platter");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(title).toHaveText("Leaf Platter");
  });
  await test.step("what is emptied is gone", async () => {
    const code = page.getByText("4419", { exact: true });
    await expect(code).toBeVisible();
    await page.getByRole("button", { name: "Change Workshop and invoice" }).click();
    await page.getByRole("combobox", { name: "HSN" }).fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(code).toHaveCount(0);
  });
  await test.step("the second picture comes first, and is described", async () => {
    await page.getByRole("button", { name: "Move forward picture 2" }).click();
    await expect(page.getByText("This picture is on the card now.")).toBeVisible();
    await page.getByRole("button", { name: "Describe picture 1" }).click();
    await page.getByLabel("Words").fill("The platter from above");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("img", { name: "The platter from above" })).toBeVisible();
  });
  await test.step("each change is taken back after its question", async () => {
    const change = page.getByRole("listitem").filter({ hasText: /^.*: title / });
    await change.getByRole("button", { name: "Take back" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("→");
    await page.getByRole("button", { name: "Yes, do it" }).click();
    await expect(title).toHaveText("Patta Mango Leaf Platter");
  });
  await test.step("a form that was opened before somebody else's change is refused", async () => {
    await page.getByRole("button", { name: "Change Care" }).click();
    await shop.operator("products", "set", "mango-leaf-platter", "--shelf", "B 2");
    await page.getByLabel("Oil").fill("In May.");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Somebody has changed this since you opened it.")).toBeVisible();
  });
});

test("a packer's desk has no products, even if its page asks the shop for one", async ({ page, shop }) => {
  const desk = await shop.desk("--as", "Ravi", "--role", "packer");
  const { origin } = new URL(desk.address);
  await openDesk(page, desk.address);
  await expect(page.getByRole("heading", { name: "Orders" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Products" })).toHaveCount(0);
  for (const address of ["/products", "/products/new", "/products/teak-tissue-box"]) {
    await page.goto(origin + address);
    await expect(page.getByRole("heading", { name: "Orders" })).toBeVisible();
    expect(await page.getByRole("main").textContent()).not.toMatch(/Tissue|New product/);
  }
  const answers: string[] = [];
  await page.route("**/api/view", async (route) => {
    const postData = { noun: "products", verb: "details", args: { id: "teak-tissue-box" } };
    const response = await route.fetch({ postData });
    answers.push(await response.text());
    await route.fulfill({ response });
  });
  await page.goto(`${origin}/orders`);
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  expect(answers.join("")).toMatch(/"outcome":"unknown"/);
  expect(answers.join("")).not.toMatch(/Tissue|price/);
});

test.describe("at a phone", () => {
  test.use({ viewport: phone, hasTouch: true });

  test("a photograph is added with the camera, and taken out again", async ({ page, shop }) => {
    await openProducts(page, shop, "/teak-tissue-box");
    const pictures = page.getByRole("button", { name: /^Describe/ });
    await expect(pictures.first()).toBeVisible();
    const before = await pictures.count();
    await page.getByRole("button", { name: "Add pictures" }).click();
    await page.locator("input[type=file]").setInputFiles(photograph("teak-lazy-susan-rimmed-1.jpg"));
    await expectUsable(page);
    const { width = 0 } = (await page.locator("input[type=file]").locator("..").boundingBox()) ?? {};
    expect(width, "the field in its dialog").toBeLessThan(phone.width - 40);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(pictures).toHaveCount(before + 1);
    await expectUsable(page);
    await page.getByRole("button", { name: `Take out picture ${before + 1}` }).click();
    await expect(pictures).toHaveCount(before);
  });
});
