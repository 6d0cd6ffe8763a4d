import { rm } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { generateUuid } from "#platform/ids.ts";
import { reserveStock } from "#shop/inventory/server/index.ts";
import { findSpecialOffer } from "#shop/merchandising/server/index.ts";
import { formatFileError } from "#platform/storage/owner-file.ts";
import {
  requireWhole,
  rewriteFolderFile,
  writeCatalogueFolder,
} from "../../../../tests/support/catalogue-folder.ts";
import { createTestContext, type TestContext } from "../../../../tests/support/database.ts";
import { createOfferCommands } from "#shop/merchandising/server/special-offer.ts";
import {
  changeShownContent,
  renewShownContent,
  onSnapshotChange,
  refreshSnapshot,
} from "../snapshot/snapshot.ts";
import { catalogueCommands } from "../commands.ts";
import {
  findByCategory,
  findHotProduct,
  findProduct,
  findHomeContent,
  findBySearch,
} from "../products/find-products.ts";
import { importCatalogue } from "./import-catalogue.ts";

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

/** Imports again and lists the remarks about manual changes. */
async function importAgain(): Promise<string[]> {
  const { warnings } = await importCatalogue(context, folder);
  await refreshSnapshot(context);
  return warnings.map(formatFileError);
}

const rewriteTray = (change: Record<string, unknown>) =>
  rewriteFolderFile(folder, "products.json", (all) =>
    all.map((one) => (one["slug"] === "teak-tray" ? { ...one, ...change } : one)),
  );

const shownContent = { change: changeShownContent, renew: renewShownContent, show: refreshSnapshot };

async function say(line: string, options: Record<string, string> = {}, confirmed = false) {
  const [noun, verb, ...typed] = line.split(" ").map((word) => word.replaceAll("_", " "));
  const all = [...catalogueCommands, ...createOfferCommands(shownContent).commands];
  const said = all.find((one) => one.noun === noun && one.verb === verb);
  if (!said) throw new Error(`No command ${line}`);
  const args = Object.fromEntries(said.args.map(({ name }, at) => [name, typed[at]]));
  return said.run(context, { args, options, folder: "/", confirmed });
}

/** Null, or what is missing: hidden goods cannot be ordered, however it is tried. */
const orderTray = () =>
  context.transact((tx) => reserveStock(tx, generateUuid(), [{ productId: "teak-tray", quantity: 1 }]));

const tray = () => findProduct(context, "teak-tray");

describe("a price set by hand", () => {
  test("is in the shop at once, with its badge, and drops cached pages", async () => {
    const clear = vi.fn();
    onSnapshotChange(context, clear);
    expect(await say("products set-price teak-tray 1999", { was: "2499" })).toMatchObject({
      facts: { before: "₹2499.00", price: "₹1999.00", badge: "20% OFF", "including GST": "₹2358.82" },
    });
    expect(await tray()).toMatchObject({ price: 1999, originalPrice: 2499, discount: 20 });
    expect(clear).toHaveBeenCalledOnce();
    await say("products set-price teak-tray 2600.50");
    expect(await tray()).toMatchObject({ price: 2600.5, originalPrice: 2600.5, discount: 0 });
  });

  test("stays through imports until the list says something new, and either way it is reported", async () => {
    await say("products set-price teak-tray 1999", { was: "none" });
    const stays =
      "products.json, teak-tray, price: stays at ₹1999.00, as set by hand; the list says ₹2499.00.";
    expect(await importAgain()).toEqual([stays]);
    await rewriteTray({ title: "Renamed" });
    expect(await importAgain()).toEqual([stays]);
    expect(await tray()).toMatchObject({ title: "Renamed", price: 1999, originalPrice: 1999 });
    await rewriteTray({ price: 2299, originalPrice: 2499, discount: 8 });
    expect(await importAgain()).toEqual([
      "products.json, teak-tray, price: is new in the list: ₹2299.00 instead of ₹1999.00, set by hand.",
    ]);
    expect(await tray()).toMatchObject({ price: 2299, originalPrice: 2499, discount: 8 });
    expect(await importAgain()).toEqual([]);
  });

  test("that leaps is asked about first; what is no price or no product is refused", async () => {
    await expect(say("products set-price teak-tray 249.90")).rejects.toThrow("Set it to ₹249.90?");
    expect((await tray())?.price).toBe(2499);
    await say("products set-price teak-tray 249.90", {}, true);
    expect((await tray())?.price).toBe(249.9);
    await expect(say("products set-price teak-tray cheap")).rejects.toThrow('"cheap" is no price');
    await expect(say("products set-price teak-tray 300", { was: "200" })).rejects.toThrow(
      "is below the new one",
    );
    await expect(say("products set-price spoon 300")).rejects.toThrow('no product "spoon"');
  });
});

describe("a product hidden by hand", () => {
  test("is in no list, search or tile, and back when it is shown", async () => {
    expect((await say("products hide everyday-bowl")).message).toContain("Tile 1 of Hot Products");
    expect(await findProduct(context, "everyday-bowl")).toBeNull();
    const bowls = requireWhole(await findByCategory(context, { subcategory: "Bowl" }));
    expect(bowls.data.map(({ id }) => id)).toEqual(["last-bowls"]);
    expect((await findBySearch(context, "everyday bowl")).data).toEqual([]);
    expect(findHotProduct(context, "1")).toMatchObject({ productId: null, subcategory: "Bowl" });
    expect((await say("products list", { hidden: "on" })).rows).toMatchObject([
      { 0: "everyday-bowl", 4: "hidden by hand" },
    ]);
    await say("products show everyday-bowl");
    expect(findHotProduct(context, "1")).toMatchObject({ productId: "everyday-bowl" });
  });

  test("stays hidden through imports, even of a changed list, which say so", async () => {
    await say("products hide teak-tray");
    expect(await orderTray()).toHaveLength(1);
    await rewriteTray({ title: "Renamed" });
    expect(await importAgain()).toEqual([
      "products.json, teak-tray: was hidden by hand and stays hidden. To bring it back: products show",
    ]);
    expect(await tray()).toBeNull();
    expect(await orderTray()).toHaveLength(1);
    await say("products show teak-tray");
    expect((await tray())?.title).toBe("Renamed");
    expect(await orderTray()).toBeNull();
  });

  test("that is gone from the list comes back by an import only", async () => {
    await rewriteFolderFile(folder, "products.json", (all) => all.slice(0, 2));
    await importAgain();
    await expect(say("products show teak-tray")).rejects.toThrow("not in your list");
    expect((await say("products list", { hidden: "on" })).rows).toMatchObject([{ 4: "not in the list" }]);
  });
});

describe("the collections", () => {
  const menu = () => findHomeContent(context).collections.map(({ name }) => name);

  test("are added, moved and renamed with their products, and an import keeps that until the file changes", async () => {
    await say("collections add Monsoon", { description: "For long evenings." });
    await say("collections move Monsoon 1");
    const { rows } = await say("collections rename Everyday_Table Every_Day");
    expect(rows).toEqual([
      [1, "Monsoon", 0, "For long evenings."],
      [2, "Every Day", 1, "For every day."],
      [3, "Evening Chai", 0, ""],
    ]);
    expect((await tray())?.collection).toBe("Every Day");

    await rewriteTray({ title: "Renamed" });
    expect(await importAgain()).toEqual([
      'products.json, teak-tray, collection: stays "Every Day", as set by hand.',
      "collections.json: stays as it was set by hand. See: collections list",
    ]);
    expect({ menu: menu(), ...(await tray()) }).toMatchObject({
      menu: ["Monsoon", "Every Day", "Evening Chai"],
      title: "Renamed",
      collection: "Every Day",
    });
    await rewriteFolderFile(folder, "collections.json", (all) => all.slice(0, 1));
    await importAgain();
    expect(menu()).toEqual(["Everyday Table"]);
  });

  test("go, and their products stay", async () => {
    await say("collections remove everyday_table");
    expect(menu()).toEqual(["Evening Chai"]);
    expect(await tray()).not.toHaveProperty("collection");
  });

  test("have names that are there, and each only once", async () => {
    await expect(say("collections add evening_chai")).rejects.toThrow("already");
    await expect(say("collections rename Nowhere There")).rejects.toThrow('no collection "Nowhere"');
    await expect(say("collections move Evening_Chai 3")).rejects.toThrow("from 1 to 2");
  });
});

test("a hot tile takes a product of the shop, keeps it through imports, and opens its listing when cleared", async () => {
  await say("hot-products set 2 teak-tray", { name: "The Tray" });
  expect(findHotProduct(context, "2")).toMatchObject({ productId: "teak-tray", name: "The Tray" });
  expect(await importAgain()).toEqual([]);
  await rewriteTray({ title: "Renamed" });
  expect(await importAgain()).toEqual([
    "hot-products.json: stays as it was set by hand. See: hot-products list",
  ]);
  expect((await say("hot-products clear 1")).rows?.slice(0, 2)).toEqual([
    [1, "/product-1", "Wooden Bowl", "the listing Bowl"],
    [2, "/product-2", "The Tray", "teak-tray"],
  ]);
  await expect(say("hot-products set 3 spoon")).rejects.toThrow('no product "spoon"');
});

test("the special offer is set in parts, kept through imports until the file changes, and taken down", async () => {
  await say("offers set", { heading: "Diwali", points: "One.\nTwo." });
  expect(await findSpecialOffer(context.db)).toEqual({ heading: "Diwali", points: ["One.", "Two."] });
  await say("offers set", { heading: "Holi" });
  await rewriteTray({ title: "Renamed" });
  await importAgain();
  expect(await findSpecialOffer(context.db)).toEqual({ heading: "Holi", points: ["One.", "Two."] });
  await expect(say("offers set")).rejects.toThrow("--heading");
  await expect(say("offers set", { points: "One.\n " })).rejects.toThrow("1 to 200 characters");

  await rewriteFolderFile(folder, "offers.json", (offers) => ({
    ...offers,
    specialOffer: { heading: "New", points: ["Point."] },
  }));
  await importAgain();
  expect((await say("offers show")).data).toMatchObject({ heading: "New", points: ["Point."] });
  await say("offers remove");
  expect(await findSpecialOffer(context.db)).toEqual({ heading: "", points: [] });
});
