import { rm } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { requireWhole, writeCatalogueFolder } from "../../../tests/support/catalogue-folder.ts";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import { onSnapshotChange, refreshSnapshot } from "./snapshot/snapshot.ts";
import { catalogueCommands } from "./commands.ts";
import { findByCategory, findHotProduct, findProduct, findBySearch } from "./products/find-products.ts";
import { importCatalogue } from "./import/import-catalogue.ts";
import { readTypedLine } from "../../../tests/support/typed-line.ts";

let context: TestContext;
let folder: string;

beforeAll(async () => {
  context = await createTestContext();
});
beforeEach(async () => {
  await context.wipe();
  folder = await writeCatalogueFolder((files) => {
    files["products.json"][2] = { ...files["products.json"][2], collection: "Everyday Table" };
    files["collections.json"].push({ name: "Evening Chai" });
  });
  await importAgain();
  return () => rm(folder, { recursive: true });
});
afterAll(() => context.close());

async function importAgain(): Promise<void> {
  await importCatalogue(context, folder);
  await refreshSnapshot(context);
}

async function say(line: string, options: Record<string, string> = {}, confirmed = false) {
  const { command, args } = readTypedLine(catalogueCommands, line);
  return command.run(context, { args, options, folder: "/", confirmed });
}

const tray = () => findProduct(context, "teak-tray");

describe("prices changed by command", () => {
  test("a changed price is visible at once with its badge, and cached pages are invalidated", async () => {
    const clear = vi.fn();
    onSnapshotChange(context, clear);
    expect(await say("products set teak-tray", { price: "1999", was: "2499" })).toMatchObject({
      facts: { before: "₹2499.00", price: "₹1999.00", badge: "20% OFF", "including GST": "₹2358.82" },
    });
    expect(await tray()).toMatchObject({ price: 1999, originalPrice: 2499, discount: 20 });
    expect(clear).toHaveBeenCalledOnce();
    await say("products set teak-tray", { price: "2600.50" });
    expect(await tray()).toMatchObject({ price: 2600.5, originalPrice: 2600.5, discount: 0 });
  });

  test("a large price change needs a confirmation, and invalid prices and products are refused", async () => {
    await expect(say("products set teak-tray", { price: "249.90" })).rejects.toThrow(
      "Change the price to ₹249.90?",
    );
    expect((await tray())?.price).toBe(2499);
    await say("products set teak-tray", { price: "249.90" }, true);
    expect((await tray())?.price).toBe(249.9);
    await expect(say("products set teak-tray", { price: "cheap" })).rejects.toThrow('"cheap" is not a price');
    await expect(say("products set teak-tray", { price: "300", was: "200" })).rejects.toThrow(
      "is below the new price",
    );
    await expect(say("products set spoon", { price: "300" })).rejects.toThrow('no product "spoon"');
  });
});

describe("products hidden by command", () => {
  test("a hidden product is in no listing, search or tile until it is shown again", async () => {
    expect((await say("products set everyday-bowl", { hidden: "yes" })).message).toContain(
      "Tile 1 of Hot Products",
    );
    expect(await findProduct(context, "everyday-bowl")).toBeNull();
    const bowls = requireWhole(await findByCategory(context, { subcategory: "Bowl" }));
    expect(bowls.data.map(({ id }) => id)).toEqual(["last-bowls"]);
    expect((await findBySearch(context, "everyday bowl")).data.map(({ _id }) => _id)).not.toContain(
      "everyday-bowl",
    );
    expect(findHotProduct(context, "1")).toMatchObject({ productId: null, subcategory: "Bowl" });
    expect((await say("products list", { hidden: "on" })).rows).toMatchObject([
      { 0: "everyday-bowl", 4: "no, hidden" },
    ]);
    await say("products set everyday-bowl", { hidden: "no" });
    expect(findHotProduct(context, "1")).toMatchObject({ productId: "everyday-bowl" });
  });
});

describe("collections changed by command", () => {
  test("the owner can add, move and rename collections, and their products follow", async () => {
    await say("collections Monsoon", { add: "on", description: "For long evenings." });
    await say("collections Monsoon", { place: "1" });
    const { rows } = await say('collections "Everyday Table"', { "new-name": "Every Day" });
    expect(rows).toEqual([
      [1, "Monsoon", 0, "For long evenings."],
      [2, "Every Day", 1, "For every day."],
      [3, "Evening Chai", 0, ""],
    ]);
    expect((await tray())?.collection).toBe("Every Day");
  });
});
