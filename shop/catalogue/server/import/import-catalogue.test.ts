import { copyFile, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { generateUuid } from "#platform/ids.ts";
import { listStockErrors, reserveStock, setStock } from "#shop/inventory/server/index.ts";
import { context, folder, run, setUpCatalogue } from "../../../../tests/support/catalogue-shop.ts";
import { rewriteFolderFile } from "../../../../tests/support/catalogue-folder.ts";
import { readStock } from "../../../../tests/support/ledger.ts";
import { importCatalogue } from "./import-catalogue.ts";
import { importAllCommand } from "./import-commands.ts";
import { catalogueVersion, product } from "../tables.ts";

setUpCatalogue({ imported: "never" });
beforeEach(() => context.wipe());

const counts = async () => {
  const { added, changed, hidden, unchanged } = await importCatalogue(context, folder);
  return { added, changed, hidden, unchanged };
};
const stored = () => context.db.select().from(product).orderBy(product.id);
const toRow = async (id: string) => (await context.db.select().from(product).where(eq(product.id, id)))[0];
const orderTray = () =>
  context.transact((tx) => reserveStock(tx, generateUuid(), [{ productId: "teak-tray", quantity: 1 }]));
const findOffer = async () => (await context.db.select().from(catalogueVersion))[0]?.homeContent.specialOffer;
const revision = async () => (await context.db.select().from(catalogueVersion))[0]?.revision;

const rewrite = (change: (products: Record<string, unknown>[]) => Record<string, unknown>[]) =>
  rewriteFolderFile(folder, "products.json", change);

test("an import makes all products of the catalogue folder available in the shop", async () => {
  expect(await counts()).toEqual({ added: 3, changed: 0, hidden: 0, unchanged: 0 });
  expect(await findOffer()).toMatchObject({ heading: "₹99 off", points: ["By itself."] });
  expect(await toRow("last-bowls")).toMatchObject({
    price: 89_900,
    hidden: false,
  });
  expect(await readStock(context, "last-bowls")).toEqual({ onHand: 10, reserved: 0 });
});

test("a manager may not import a catalogue folder, because it also contains the seller, the taxes and the fees (T57)", async () => {
  const input = { args: { list: folder }, options: {}, folder, confirmed: true, role: "manager" } as const;
  await expect(importAllCommand.run(context, input, () => {})).rejects.toThrow(
    "Only an owner can import a folder",
  );
});

test("a repeated import of a catalogue folder changes nothing, even if a picture file has a new date", async () => {
  await counts();
  const previous = await stored();
  await utimes(path.join(folder, "products/bowl-1.jpg"), new Date(), new Date(1_700_000_000_000));
  expect(await counts()).toEqual({ added: 0, changed: 0, hidden: 0, unchanged: 3 });
  expect(await stored()).toEqual(previous);
  expect(await revision()).toBe(1);
});

test("an import hides products that are missing in the folder, deletes nothing, and a later import with the products shows them again", async () => {
  await counts();
  const whole = await rewrite((products) => products.slice(0, 2));
  expect(await counts()).toEqual({ added: 0, changed: 0, hidden: 1, unchanged: 2 });
  expect((await toRow("teak-tray"))?.hidden).toBe(true);
  expect(await orderTray()).toHaveLength(1);
  await rewrite(() => whole);
  expect(await counts()).toEqual({ added: 0, changed: 1, hidden: 0, unchanged: 2 });
  expect((await toRow("teak-tray"))?.hidden).toBe(false);
  expect(await orderTray()).toBeNull();
});

test("a product that is removed from the folder and added again is hidden or shown as before, unless its entry contains `hidden`", async () => {
  const original = await rewrite((products) => products);
  const importTray = async (hidden?: boolean) => {
    await rewrite(() => original.slice(0, 2));
    await counts();
    await rewrite(() => [
      ...original.slice(0, 2),
      { ...original[2], ...(hidden !== undefined && { hidden }) },
    ]);
    await counts();
    return [(await toRow("teak-tray"))?.hidden, (await orderTray()) !== null];
  };
  await counts();
  expect(await importTray(true)).toEqual([true, true]);
  expect(await importTray()).toEqual([true, true]);
  expect(await importTray(false)).toEqual([false, false]);
  await rewrite(() => original);
});

test("a preview lists the products that an import hides or shows again", async () => {
  const preview = async () => (await run(`products import ${folder}`, {}, { dryRun: true })).rows;
  await counts();
  const whole = await rewrite((products) => products.slice(0, 2));
  expect(await preview()).toEqual([["The teak-tray", "in the list", "yes", "no"]]);
  await counts();
  await rewrite(() => whole);
  expect(await preview()).toEqual([["The teak-tray", "in the list", "no", "yes"]]);
});

test("an unknown field of a product in the folder is ignored, even if the database has a column of that name", async () => {
  const extra = {
    ratingValue: 5,
    reviewCount: 99,
    inOwnerList: false,
    hiddenByHand: true,
    updatedAt: "today",
  };
  const whole = await rewrite((products) => products.map((each) => ({ ...each, ...extra })));
  expect(await counts()).toMatchObject({ added: 3 });
  expect(await toRow("teak-tray")).toMatchObject({ ratingValue: null, reviewCount: 0, hidden: false });
  await rewrite(() => whole);
});

test("an import of a catalogue folder replaces prices, titles and, without `keepStock`, stock counts, but keeps reservations and ratings", async () => {
  await counts();
  await context.transact((tx) => reserveStock(tx, ORDER, [{ productId: "last-bowls", quantity: 3 }]));
  await context.transact((tx) => setStock(tx, "last-bowls", 8));
  await context.db.update(product).set({ price: 100, title: "Renamed", ratingValue: 4.5, reviewCount: 2 });
  const { changed } = await importCatalogue(context, folder, { keepStock: true });
  expect(changed).toBe(3);
  expect(await readStock(context, "last-bowls")).toEqual({ onHand: 8, reserved: 3 });
  expect(await toRow("last-bowls")).toMatchObject({
    price: 89_900,
    title: "The last-bowls",
    reviewCount: 2,
  });
  expect(await counts()).toMatchObject({ changed: 1 });
  expect(await readStock(context, "last-bowls")).toEqual({ onHand: 10, reserved: 3 });
  expect(await listStockErrors(context.db)).toEqual([]);
});

test("two concurrent imports of one catalogue folder have the same result as one import", async () => {
  const [one, other] = await Promise.all([counts(), counts()]);
  expect([one.added, other.added].toSorted((a, b) => a - b)).toEqual([0, 3]);
  expect(await stored()).toHaveLength(3);
});

test("an import of a catalogue folder with errors changes nothing and names each error", async () => {
  await counts();
  const previous = await stored();
  await writeFile(path.join(folder, "products/bowl-2.jpg"), "not a picture");
  const heic = new URL("../../../../tests/support/photograph.heic", import.meta.url);
  await copyFile(heic, path.join(folder, "products/bowl-1.jpg"));
  await rewrite(([first, ...rest]) => [{ ...first, price: "cheap" }, ...rest.slice(1)]);
  const refused = await importCatalogue(context, folder).catch(String);
  expect(refused).toContain("products/bowl-2.jpg: is not a picture that the shop can read");
  expect(refused).toContain(
    "products/bowl-1.jpg: is not a picture that the shop can read (it is a HEIC photograph with another file name. Save it as JPEG, or",
  );
  expect(refused).toContain("products.json, everyday-bowl, price: is not an amount");
  expect(await stored()).toEqual(previous);
});

const ORDER = "0199c0de-0000-7000-8000-000000000001";
