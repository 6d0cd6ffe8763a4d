import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, type Shop, test } from "../support/journey-shop.ts";
import { confirm, expectUsable, openDesk, ownShop } from "./desk-page.ts";

test.use(ownShop);

const photograph = path.join(import.meta.dirname, "../../catalogue/banners/chai-desktop.jpg");

async function openHome(page: Page, shop: Shop): Promise<void> {
  await openDesk(page, shop, { screen: "/home" });
  await expect(page.getByRole("heading", { name: "Home page", level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^\d+\. Banners$/ })).toBeVisible();
}

/** Opens a part of the screen. The part that was open before is folded. */
const openPart = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { name, level: 3 }).getByRole("button").click();

async function chooseProduct(page: Page, title: string): Promise<void> {
  await page.getByLabel(/^(Find a|Choose another) product/).fill(title);
  await page.getByRole("button", { name: `Choose ${title}` }).click();
}

async function sendMessage(shop: Shop): Promise<void> {
  const body = JSON.stringify({ name: "Ravi", email: "ravi@example.com", message: "Is it safe?" });
  const headers = { "content-type": "application/json" };
  expect((await fetch(`${shop.url}/api/contact`, { method: "POST", headers, body })).status).toBe(200);
}

test(
  "the owner changes a banner of the home page, sees the preview, and undoes the change",
  { tag: ["@front", "@long"] },
  async ({ page, shop }) => {
    await openHome(page, shop);
    await expect(page.getByRole("heading", { name: "1. Banners" })).toBeVisible();
    const drawn = page.frameLocator("iframe");
    await expect(drawn.getByText("For slow mornings").first()).toBeVisible();

    await test.step("data changes that do not affect the home page do not reload its preview", async () => {
      const views: string[] = [];
      page.on("request", (request) => void views.push(request.postData() ?? ""));
      await sendMessage(shop);
      await expect.poll(() => views.some((view) => view.includes('"noun":"home"'))).toBe(true);
      expect(views.filter((view) => view.includes('"noun":"preview"'))).toEqual([]);
    });
    // Changes the size of the window, which loads the preview again.
    await expectUsable(page);
    await test.step("the owner changes a banner of the home page", async () => {
      await openPart(page, /Banners/);
      await page.getByRole("button", { name: "Change the text of banner 1" }).click();
      await expectUsable(page);
      await page.getByLabel("Heading").fill("For long evenings");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(drawn.getByText("For long evenings").first()).toBeVisible();
      expect(await (await fetch(shop.url)).text()).toContain("For long evenings");
    });
    await test.step("the owner undoes the change of the banner", async () => {
      await page.getByRole("button", { name: "Undo the last change" }).click();
      await confirm(page);
      await expect(drawn.getByText("For slow mornings").first()).toBeVisible();
    });
  },
);

test(
  "the owner adds a banner with photographs, and a dot to a picture of the section 'First look'",
  { tag: ["@long", "@front"] },
  async ({ page, shop }) => {
    await openHome(page, shop);
    await test.step("the owner adds a banner with photographs, moves it to the front and removes it", async () => {
      await openPart(page, /Banners/);
      await page.getByRole("button", { name: "Add a banner" }).click();
      const dialog = page.getByRole("dialog", { name: "New banner" });
      await dialog.getByLabel("Heading").fill("For a feast");
      await dialog.getByRole("textbox", { name: "Text" }).fill("Platters for twelve.");
      await dialog.getByLabel("Description of the picture").fill("A long table with platters");
      for (const field of await dialog.locator("input[type=file]").all())
        await field.setInputFiles(photograph);
      await expectUsable(page);
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("img", { name: "A long table with platters" })).toBeVisible();
      await page.getByRole("button", { name: "Move up banner 4" }).click();
      const feast = page.getByRole("listitem").filter({ hasText: /^For a feast/ });
      // The banner is number 3 after the move. The click waits until the list shows a button with this number.
      await feast.getByRole("button", { name: "Remove banner 3" }).click();
      await expect(page.getByRole("alertdialog")).toContainText("Remove banner 3 from the home page?");
      await confirm(page);
      await expect(page.getByRole("img", { name: "A long table with platters" })).toHaveCount(0);
      await expect(page.getByText("3 banners on the home page.")).toBeVisible();
      await expect(page.getByRole("table")).toHaveCount(0);
    });
    await test.step("the owner changes a service card, and adds a dot to a picture of 'First look'", async () => {
      await openPart(page, /Services/);
      await page.getByRole("button", { name: "Change service card 1" }).click();
      await page.getByRole("textbox", { name: "Text" }).fill("To every PIN code.");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("To every PIN code.")).toBeVisible();
      await openPart(page, /First look/);
      const picture = page.getByRole("button", { name: "Add a dot to the wide picture" }).first();
      await picture.click({ position: { x: 5, y: 5 } });
      await chooseProduct(page, "Gol Mango Wood Round Tray");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("11 dots")).toBeVisible();
    });
  },
);
