import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeCatalogueFolder } from "../../../tests/support/catalogue-folder.ts";
import { createTestContext } from "../../../tests/support/database.ts";
import { checkCatalogue } from "./check-catalogue.ts";
import { importCatalogue } from "./import/import-catalogue.ts";
import { refreshSnapshot } from "./snapshot/snapshot.ts";

test("a Hot Products tile is remarked on where its product is gone, not where its owner left it empty", async () => {
  const folder = await writeCatalogueFolder((files) => {
    files["hot-products.json"].push({ tile: 2, name: "Tray", product: "gone-tray", subcategory: "Tray" });
  });
  const context = await createTestContext({ config: { catalogueDir: folder } });
  onTestFinished(async () => {
    await context.close();
    await rm(folder, { recursive: true });
  });
  const check = async () => {
    await importCatalogue(context, folder);
    await refreshSnapshot(context);
    const findings = await checkCatalogue(context);
    return findings.map(({ about }) => about).filter((about) => about.startsWith("/"));
  };
  expect(await check()).toEqual(["/product-2"]);
  await writeFile(path.join(folder, "home.json"), '[{ "section": "banners" }]');
  expect(await check(), "the home page has no such section").toEqual([]);
});
