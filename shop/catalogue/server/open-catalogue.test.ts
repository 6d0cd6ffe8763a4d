import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { getOwnCouriers } from "#shop/seller/server/index.ts";
import { writeCatalogueFolder } from "../../../tests/support/catalogue-folder.ts";
import { createTestContext } from "../../../tests/support/database.ts";
import { openCatalogue } from "./open-catalogue.ts";

test("a shop of an earlier version takes the couriers of its folder once, and reads no other file of it", async () => {
  const folder = await writeCatalogueFolder();
  const context = await createTestContext({ config: { catalogueDir: folder } });
  onTestFinished(async () => {
    await context.close();
    await rm(folder, { recursive: true });
  });
  const open = async () => {
    const { close } = await openCatalogue(context);
    await close();
    return getOwnCouriers(context).map(({ name }) => name);
  };
  const write = (name: string) =>
    writeFile(path.join(folder, "couriers.json"), JSON.stringify([{ name, link: "https://uncle.test/" }]));
  expect(await open()).toEqual([]);
  await write("Uncle");
  expect(await open()).toEqual([]);
  await context.database.pool.query("update catalogue_edition set shop_window = shop_window - 'couriers'");
  await writeFile(path.join(folder, "products.json"), "[]");
  expect(await open()).toEqual(["Uncle"]);
  await write("Aunt");
  expect(await open()).toEqual(["Uncle"]);
});
