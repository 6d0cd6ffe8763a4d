import path from "node:path";
import type { Page } from "@playwright/test";
import { createRegularCustomer } from "../support/regular-customer.ts";
import { expect, phone, type Shop, test } from "../support/shop.ts";
import { expectUsable, openDesk, ownShop } from "./desk-page.ts";

/* The home page at the owner's desk: what it has, in its order, with the page itself beside it. */

test.use(ownShop);
test.describe.configure({ timeout: 120_000 });

const photograph = path.join(import.meta.dirname, "../../catalogue/banners/chai-desktop.jpg");

async function openHome(page: Page, shop: Shop): Promise<string> {
  const desk = await shop.desk("--as", "Asha");
  await openDesk(page, desk.address);
  const { origin } = new URL(desk.address);
  await page.goto(`${origin}/home`);
  await expect(page.getByRole("heading", { name: "Home and offers", level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^\d+\. Banners$/ })).toBeVisible();
  return origin;
}

const readShop = async (shop: Shop): Promise<string> => (await fetch(shop.url)).text();

test("words of the page are changed and seen on the page, and each is taken back", async ({ page, shop }) => {
  await openHome(page, shop);
  await expect(page.getByRole("heading", { name: "1. Banners" })).toBeVisible();
  await expectUsable(page);
  const drawn = page.frameLocator("iframe");
  await page.getByRole("button", { name: "See the page" }).click();
  await expect(drawn.getByText("For slow mornings").first()).toBeVisible();
  await expectUsable(page);

  await test.step("an order says nothing new of the page: it is not drawn again", async () => {
    const views: string[] = [];
    page.on("request", (request) => void views.push(request.postData() ?? ""));
    await createRegularCustomer(shop.url, "Meera");
    await expect.poll(() => views.some((view) => view.includes('"noun":"home","verb":"list"'))).toBe(true);
    expect(views.filter((view) => view.includes('"verb":"preview"'))).toEqual([]);
  });
  await test.step("a banner", async () => {
    await page.getByRole("button", { name: "Words of banner 1" }).click();
    await expectUsable(page);
    await page.getByLabel("Heading").fill("For long evenings");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(drawn.getByText("For long evenings").first()).toBeVisible();
    expect(await readShop(shop)).toContain("For long evenings");
  });
  await test.step("the special offer", async () => {
    await page.getByRole("button", { name: "Change the special offer" }).click();
    await page.getByLabel("Heading").fill("Diwali: free gift wrap");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(drawn.getByText("Diwali: free gift wrap").first()).toBeVisible();
  });
  await test.step("the title of a section, and a section that is not shown", async () => {
    await page.getByRole("button", { name: "Title of Newly launched" }).click();
    await page.getByRole("combobox", { name: "Title" }).fill("Fresh from the lathe");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(drawn.getByRole("heading", { name: "Fresh from the lathe" })).toBeVisible();
    await page.getByRole("button", { name: "Hide Newly launched" }).click();
    await expect(drawn.getByRole("heading", { name: "Fresh from the lathe" })).toHaveCount(0);
    await page.getByRole("button", { name: "Show Newly launched" }).click();
    await expect(page.getByRole("heading", { name: /^10\. Newly launched/ })).toBeVisible();
  });
  await test.step("another place", async () => {
    await page.getByRole("button", { name: "Down Banners" }).click();
    await expect(page.getByRole("heading", { name: "2. Banners" })).toBeVisible();
    await page.getByRole("button", { name: "Up Banners" }).click();
    await expect(page.getByRole("heading", { name: "1. Banners" })).toBeVisible();
  });
  await test.step("the last change is taken back after its question", async () => {
    // The list of changes comes by itself: of those in it only this one ends as the page began.
    await page
      .getByRole("button", { name: /^Take back the sections of the home page: offers, banners,/ })
      .click();
    await page.getByRole("button", { name: "Yes, do it" }).click();
    await expect(page.getByRole("heading", { name: "2. Banners" })).toBeVisible();
    const { output } = await shop.operator("changes", "list", "--about", "home", "--json");
    const changes = JSON.parse(output) as { number: number; summary: string }[];
    const offer = changes.find(({ summary }) => summary.startsWith("the special offer"));
    await shop.operator("undo", String(offer?.number), "--yes");
    await page.reload();
    await expect(page.getByText("₹99 off every order").first()).toBeVisible();
  });
});

test("banners, tiles, testimonials and collections are changed where they stand", async ({ page, shop }) => {
  await openHome(page, shop);
  await test.step("a new banner with its photographs comes first, and is taken off", async () => {
    await page.getByRole("button", { name: "Add a banner" }).click();
    const dialog = page.getByRole("dialog", { name: "New banner" });
    await dialog.getByLabel("Heading").fill("For a feast");
    await dialog.getByLabel("Text").fill("Platters for twelve.");
    await dialog.getByLabel("Words").fill("A long table with platters");
    for (const field of await dialog.locator("input[type=file]").all()) await field.setInputFiles(photograph);
    await expectUsable(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("img", { name: "A long table with platters" })).toBeVisible();
    await page.getByRole("button", { name: "Move forward banner 4" }).click();
    const feast = page.getByRole("listitem").filter({ hasText: /^For a feast/ });
    // Where it stands now: a press on the list as it was would be refused.
    await feast.getByRole("button", { name: "Take off banner 3" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("Take banner 3 off the home page?");
    await page.getByRole("button", { name: "Yes, do it" }).click();
    await expect(page.getByRole("img", { name: "A long table with platters" })).toHaveCount(0);
    await expect(page.getByText("3 banners on the home page.")).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
  });
  await test.step("a card that would lead out of the shop is refused", async () => {
    await page.getByRole("button", { name: "Words of offer card 1" }).click();
    await page.getByLabel("Page").fill("https://elsewhere.example/");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert")).toContainText("is not a page of the shop");
    await page.getByRole("button", { name: "Close" }).click();
  });
  await test.step("a tile", async () => {
    await page.getByRole("button", { name: "Change tile 3" }).click();
    await page.getByRole("combobox", { name: "Product" }).fill("mango-round-tray");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "mango-round-tray" }).first()).toBeVisible();
  });
  await test.step("what a customer wrote", async () => {
    const hide = page.getByRole("button", { name: /^Hide what / }).first();
    const name = (await hide.textContent()) ?? "";
    await hide.click();
    await expect(page.getByRole("button", { name: name.replace("Hide", "Show") }).first()).toBeVisible();
  });
  await test.step("a collection", async () => {
    await page.getByRole("button", { name: "Add a collection" }).click();
    await page.getByLabel("Name").fill("Monsoon Table");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Take off Monsoon Table" }).click();
    await page.getByRole("button", { name: "Yes, do it" }).click();
    await expect(page.getByRole("button", { name: "Take off Monsoon Table" })).toHaveCount(0);
  });
});

test("a banner that moves under its question is not the one that is taken off", async ({ page, shop }) => {
  await openHome(page, shop);
  const list = async () => (await shop.operator("banners", "list")).output;
  await page.getByRole("button", { name: "Take off banner 1" }).click();
  const yes = page.getByRole("button", { name: "Yes, do it" });
  await expect(yes).toBeVisible();
  await shop.operator("banners", "set", "2", "--to", "1", "--yes");
  const moved = await list();
  const isRead = page.waitForResponse((answer) => /"noun":"banners"/.test(answer.request().postData() ?? ""));
  await createRegularCustomer(shop.url, `moved.${Date.now()}`);
  await isRead;
  await yes.click();
  await expect(page.getByText("Somebody has changed this since you opened it.")).toBeVisible();
  expect(await list()).toBe(moved);
});

test("a text that cannot be taken away is not sent empty", async ({ page, shop }) => {
  await openHome(page, shop);
  await page.getByRole("button", { name: "Change the special offer" }).click();
  const heading = page.getByLabel("Heading");
  const before = await heading.inputValue();
  for (const nothing of ["", "  "]) {
    await heading.fill(nothing);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("This cannot be empty.")).toBeVisible();
    await expect(heading).toBeFocused();
    await heading.fill(before);
    await expect(page.getByText("This cannot be empty.")).toHaveCount(0);
  }
  await expectUsable(page);
  await page.getByLabel("Points").fill("");
  await page.getByRole("button", { name: "See what it would do" }).click();
  await expect(page.getByText("This cannot be empty.")).toBeVisible();
  await page.getByLabel("Points").fill("One point.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a packer's desk has no home page, and nothing to draw it", async ({ page, shop }) => {
  const desk = await shop.desk("--as", "Ravi", "--role", "packer");
  const { origin } = new URL(desk.address);
  await openDesk(page, desk.address);
  await expect(page.getByRole("link", { name: "Home and offers" })).toHaveCount(0);
  await page.goto(`${origin}/home`);
  await expect(page.getByRole("heading", { name: "Orders" })).toBeVisible();
});

test.describe("at a phone", () => {
  test.use({ viewport: phone, hasTouch: true });

  test("an offer is put up with the thumb, and the page looked at", async ({ page, shop }) => {
    await openHome(page, shop);
    await page.getByRole("button", { name: "Change the special offer" }).click();
    await page.getByLabel("Points").fill("One point.\nAnother point.");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Another point.", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "See the page" }).click();
    await expect(page.frameLocator("iframe").getByRole("heading", { level: 1 })).toBeAttached();
    await expectUsable(page);
  });
});
