import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, phone, test } from "../support/journey-shop.ts";
import { confirm, expectUsable, openDesk, ownShop } from "./desk-page.ts";

test.use(ownShop);

const photograph = (name: string) => path.join(import.meta.dirname, "../../catalogue/products", name);

test("the owner adds a product with photographs, gives it an HSN, and publishes it in the shop", async ({
  page,
  shop,
}) => {
  await openDesk(page, shop, { screen: "/products" });
  await page.getByRole("link", { name: "Add a product" }).click();
  await expect(page.getByRole("heading", { name: "New product", level: 1 })).toBeVisible();
  await expectUsable(page);
  await page.getByLabel("Title").fill("Masala Spice Box");
  await test.step("the owner drops one photograph on the product form, and chooses another", async () => {
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
    await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(2);
  });
  await page.getByLabel("Price").fill("1299");
  const shownAtOnce = page.getByLabel("Publish the product at once");
  await shownAtOnce.check();
  await page.getByRole("button", { name: "Add the product" }).click();
  const category = page.getByRole("combobox", { name: "Category", exact: true });
  await expect(page.locator(":is(input, select, textarea):invalid").first()).toBeFocused();
  await shownAtOnce.uncheck();
  await category.selectOption("Another category");
  await page.getByRole("textbox", { name: "Category", exact: true }).fill("Storage");
  await page.getByRole("combobox", { name: "Product type" }).selectOption("Tissue Holder");
  await page.getByRole("button", { name: "Add Teak wood" }).click();
  await page.getByLabel("Description").fill('Seven bowls <b>in</b> "one" box.');
  await page.getByRole("combobox", { name: "Stock" }).selectOption("Made to order");
  await page.getByLabel("Ships in (days)").fill("10");
  await expect(page.getByRole("listitem").filter({ hasText: "still needed" })).toHaveText(/^HSN/);
  await page.getByRole("button", { name: "Add the product" }).click();

  await expect(page.getByRole("heading", { name: "Masala Spice Box", level: 1 })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Description", exact: true })).toHaveValue(
    'Seven bowls <b>in</b> "one" box.',
  );
  await expect(page.getByRole("combobox", { name: "Stock" })).toHaveValue("none");
  await expectUsable(page);
  const inShop = `${shop.url}/product-info/masala-spice-box`;
  expect((await fetch(inShop)).status).toBe(404);
  const show = page.getByRole("button", { name: "Publish", exact: true });
  await expect(show).toBeDisabled();
  await expect(page.getByText("Needed to publish: HSN.")).toBeVisible();
  await page.getByRole("combobox", { name: "HSN" }).selectOption("4419");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Shoppers cannot see this product yet.")).toBeVisible();
  await show.click();
  await expect(page.getByRole("link", { name: "View in shop" })).toHaveAttribute("href", inShop);
  // Another process of the shop may answer, and is notified of the change a moment later, so poll.
  await expect.poll(async () => (await fetch(inShop)).text()).toContain("Masala Spice Box");
});

test(
  "the owner changes texts and pictures of a product, and undoes a change",
  { tag: "@long" },
  async ({ page, shop }) => {
    await openDesk(page, shop, { screen: "/products?search=leaf" });
    await page.getByRole("link", { name: "Patta Mango Leaf Platter" }).click();
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toHaveText("Patta Mango Leaf Platter");
    await expectUsable(page);
    const save = page.getByRole("dialog").getByRole("button", { name: "Save" });

    await test.step("the owner changes the texts of a product", async () => {
      await page.getByRole("textbox", { name: "Title" }).fill("Leaf Platter");
      await expectUsable(page);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(title).toHaveText("Leaf Platter");
    });
    await test.step("the owner moves the second picture of a product to the front and describes it", async () => {
      await page.getByRole("button", { name: "Move up picture 2" }).click();
      await expect(page.getByText("The pictures were moved.")).toBeVisible();
      const first = page
        .getByRole("listitem")
        .filter({ has: page.getByRole("img", { name: /soft point$/ }) });
      await first.getByRole("button", { name: "Describe picture 1" }).click();
      await page.getByLabel("Description of the picture").fill("The platter from above");
      await save.click();
      await expect(page.getByRole("img", { name: "The platter from above" })).toBeVisible();
    });
    await test.step("the owner adds a photograph to a product on a phone and removes it again", async () => {
      await page.setViewportSize(phone);
      const pictures = page.getByRole("button", { name: /^Describe/ });
      const count = await pictures.count();
      await page.getByRole("button", { name: "Add pictures" }).click();
      const field = page.locator("input[type=file]");
      await field.setInputFiles(photograph("teak-lazy-susan-rimmed-1.jpg"));
      await expectUsable(page);
      const { width = 0 } = (await field.locator("..").boundingBox()) ?? {};
      expect(width, "the field in its dialog").toBeLessThan(phone.width - 40);
      await save.click();
      await expect(pictures).toHaveCount(count + 1);
      await page.getByRole("button", { name: `Remove picture ${count + 1}` }).click();
      await expect(pictures).toHaveCount(count);
    });
    await test.step("the owner undoes a change of a product after a confirmation", async () => {
      const change = page.getByRole("listitem").filter({ hasText: /^.*: title / });
      await change.getByRole("button", { name: "Undo" }).click();
      await expect(page.getByRole("alertdialog")).toContainText("→");
      await confirm(page);
      await expect(title).toHaveText("Patta Mango Leaf Platter");
    });
  },
);

test(
  "the owner changes several products at once, and undoes these changes together",
  { tag: "@long" },
  async ({ page, shop }) => {
    const origin = await openDesk(page, shop, { screen: "/products?search=teak" });
    const bar = page.getByRole("region", { name: "Chosen products" });
    const names = ["Sadgi Teak Tissue Box", "Saanjh Teak Bowls, Set of 2"] as const;
    await page.getByRole("link", { name: names[0] }).focus();
    await page.keyboard.press("x");
    await page.getByRole("checkbox", { name: `Choose ${names[1]}` }).check();
    await expect(bar.getByText("2 products chosen")).toBeVisible();
    await expectUsable(page);
    await bar.getByRole("button", { name: "Change" }).click();
    const dialog = page.getByRole("dialog", { name: "Change 2 products" });
    await dialog.getByLabel("Change the price by").fill("-10%");
    await dialog.getByLabel("Round").selectOption("10");
    await test.step("the preview of a change of several products lists the changes and saves nothing", async () => {
      await dialog.getByRole("button", { name: "Preview the changes" }).click();
      await expect(
        dialog.getByRole("row", { name: /Sadgi Teak Tissue Box price ₹1,299.00 ₹1,170.00/ }),
      ).toBeVisible();
      await expectUsable(page);
    });
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await expect(page.getByRole("alertdialog", { name: "Change 2 products?" })).toContainText("₹1,170.00");
    await confirm(page);
    const line = page.getByRole("row").filter({ has: page.getByRole("link", { name: names[0] }) });
    await expect(line).toContainText("₹1,380.60");
    await expect(bar).toHaveCount(0);

    await test.step("the owner hides all listed products, and undoes this change", async () => {
      await page.getByRole("checkbox", { name: "Select all" }).check();
      await bar.getByRole("button", { name: "Change" }).click();
      await page.getByLabel("What to change").selectOption("Visibility");
      await page.getByLabel("Visibility", { exact: true }).selectOption("yes");
      await dialog.or(page.getByRole("dialog")).getByRole("button", { name: "Change", exact: true }).click();
      await confirm(page);
      await expect(page.getByRole("row").getByText("Published")).toHaveCount(0);
      // An undo is a change too and is listed first, so in the second round the price change is at position 1.
      for (const [at, price] of ["₹1,380.60", "₹1,532.82"].entries()) {
        await page.getByRole("link", { name: "Recent changes" }).click();
        await expect(page.getByRole("heading", { name: "Recent changes", level: 1 })).toBeVisible();
        await expectUsable(page);
        // A toast may still be open, and its 'Undo' asks for no confirmation. Use the button in the list of changes.
        const changes = page.getByRole("region", { name: "Changes" });
        await changes.getByRole("button", { name: /^Undo/ }).nth(at).click();
        await confirm(page);
        await expect(page.getByText(/^Undone:/).first()).toBeVisible();
        await page.goto(`${origin}/products?search=teak`);
        await expect(line).toContainText(price);
      }
    });
  },
);

test("the owner previews a hidden product with unsaved texts", { tag: "@long" }, async ({ page, shop }) => {
  await shop.operator("products", "set", "teak-baguette-board", "--hidden", "yes");
  const origin = await openDesk(page, shop, { screen: "/products/teak-baguette-board" });
  const inShop = `${shop.url}/product-info/teak-baguette-board`;
  const drawn = page.frameLocator("iframe");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(drawn.getByRole("heading", { level: 1 })).toHaveText("Lambi Teak Bread Board");
  await test.step("the preview of a product page has the shop's styles and pictures, and its scripts and links are inactive", async () => {
    await expect(drawn.getByRole("heading", { level: 1 })).toHaveCSS("font-family", /Marcellus/);
    const picture = drawn.locator('main img[src^="/pictures/"]').first();
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(100);
    expect(await drawn.locator("script, noscript").count()).toBe(0);
    await drawn.getByRole("link", { name: "Products" }).first().click();
    await expect(drawn.getByRole("heading", { level: 1 })).toHaveText("Lambi Teak Bread Board");
    expect(page.context().pages()).toHaveLength(1);
  });
  await page.getByRole("button", { name: "As on a laptop" }).click();
  await expectUsable(page);
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "Title" }).fill("A Board for <b>Bread</b>");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(drawn.getByRole("heading", { level: 1 })).toHaveText("A Board for <b>Bread</b>");
  await expectUsable(page);
  await test.step("a product with unsaved texts in a preview is not visible in the shop", async () => {
    expect((await fetch(inShop)).status).toBe(404);
    for (const address of ["/pictures/products/a.jpg", "/brand/styles.css", "/assets/shop.css"])
      expect((await fetch(origin + address)).status, address).toBe(401);
  });
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lambi Teak Bread Board");
  await shop.operator("products", "set", "teak-baguette-board", "--hidden", "no");
});
