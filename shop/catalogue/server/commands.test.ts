import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CommandInput } from "#platform/operator/command.ts";
import { rewriteFolderFile, writeCatalogueFolder } from "../../../tests/support/catalogue-folder.ts";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import { catalogueCommands } from "./commands.ts";
import { findProduct } from "./products/find-products.ts";
import { importCatalogue } from "./import/import-catalogue.ts";
import { refreshSnapshot } from "./snapshot/snapshot.ts";

let context: TestContext;
let folder: string;

beforeAll(async () => {
  folder = await writeCatalogueFolder();
  context = await createTestContext({ config: { catalogueDir: folder } });
  await importCatalogue(context, folder);
  await refreshSnapshot(context);
});
afterAll(async () => {
  await context.close();
  await rm(folder, { recursive: true });
});

async function say(verb: string, words: Partial<CommandInput> = {}) {
  const productsCommand = catalogueCommands.find(
    (command) => command.noun === "products" && command.verb === verb,
  );
  if (!productsCommand) throw new Error(`No command products ${verb}`);
  return productsCommand.run(context, { args: {}, options: {}, folder: "/", ...words });
}

test("a stock count is visible at once, and an invalid count is refused", async () => {
  expect(await say("set", { args: { id: "teak-tray" }, options: { stock: "2" } })).toMatchObject({
    facts: { left: 2 },
  });
  expect((await findProduct(context, "teak-tray"))?.stock).toBe(2);
  await say("set", { args: { id: "teak-tray" }, options: { stock: "none" } });
  expect(await findProduct(context, "teak-tray")).not.toHaveProperty("stock");
  await expect(say("set", { args: { id: "teak-tray" }, options: { stock: "-1" } })).rejects.toThrow(
    '"-1" is not a number of pieces',
  );
  await expect(say("set", { args: { id: "spoon" }, options: { stock: "1" } })).rejects.toThrow(
    'no product "spoon"',
  );
});

test("an import asks first, is visible at once, and names every error", async () => {
  const products = await rewriteFolderFile(folder, "products.json", (list) =>
    list.map((one) => ({ ...one, title: "Renamed", discount: 40 })),
  );
  await expect(say("import")).rejects.toThrow("Import this?");
  expect((await findProduct(context, "teak-tray"))?.title).toBe("The teak-tray");
  expect(await say("import", { confirmed: true })).toMatchObject({ facts: { changed: 3 } });
  expect((await findProduct(context, "teak-tray"))?.title).toBe("Renamed");

  await rewriteFolderFile(folder, "products.json", () => [{ ...products[0], price: "cheap" }]);
  await expect(say("import")).rejects.toThrow("products.json, everyday-bowl, price");
});
