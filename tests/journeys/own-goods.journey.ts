import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "../support/shop.ts";
import { testWithFolder } from "../support/own-folder.ts";

/* A shop whose goods are all of brass: its pages speak of no wood where nobody has written that. */

const test = testWithFolder(async (folder) => {
  const file = path.join(folder, "products.json");
  const goods = await readFile(file, "utf8");
  await writeFile(file, goods.replaceAll(/"(Acacia|Teak|Mango) wood"/g, '"Brass"'));
});

test("a shop of brass has no words on wood in bag, search, listing and table", async ({ page }) => {
  await page.goto("/cart");
  await expect(page.getByText("Have a look around, and take your time.")).toBeVisible();
  await page.getByRole("button", { name: "Search" }).first().click();
  await page.getByRole("searchbox").or(page.getByLabel("What are you looking for?")).fill("zzzz");
  await expect(page.getByText("Try a material, a kind or a name: Brass, Tray.")).toBeVisible();
  await page.goto("/products");
  await expect(page).toHaveTitle(/^Everything we make/);
  await expect(page.getByRole("main").getByRole("link", { name: "Our story" })).toBeVisible();
  await page.goto("/lay-the-table");
  const description = page.locator('meta[name="description"]');
  await expect(description).toHaveAttribute("content", /lay our pieces on a table, to scale/);
});
