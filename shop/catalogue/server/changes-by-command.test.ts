import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { DataOf } from "#contract/command-data.ts";
import { context, run, setUpCatalogue } from "../../../tests/support/catalogue-shop.ts";
import { requireWhole } from "../../../tests/support/catalogue-folder.ts";
import type { productList } from "../command-results.ts";
import { product } from "./tables.ts";
import { onSnapshotChange } from "./snapshot/snapshot.ts";
import { findByCategory, findHotProduct, findProduct, findBySearch } from "./products/find-products.ts";

setUpCatalogue({
  change: (files) => {
    files["products.json"][2] = { ...files["products.json"][2], collection: "Everyday Table" };
    files["collections.json"].push({ name: "Evening Chai" });
  },
});

const tray = () => findProduct(context, "teak-tray");

test("a changed price is visible at once with its discount badge, and cached pages are invalidated", async () => {
  const clear = vi.fn();
  onSnapshotChange(context, clear);
  expect(await run("products set teak-tray", { price: "1999", was: "2499" })).toMatchObject({
    facts: { "including GST": "₹2,358.82" },
    rows: [["The teak-tray", "price", "₹2,499.00", "₹1,999.00"]],
  });
  expect(await tray()).toMatchObject({ price: 1999, originalPrice: 2499, discount: 20 });
  expect(clear).toHaveBeenCalledOnce();
  await run("products set teak-tray", { price: "2600.50" });
  expect(await tray()).toMatchObject({ price: 2600.5, originalPrice: 2600.5, discount: 0 });
});

test("a lower price is not shown as a reduction unless the owner enters an earlier price", async () => {
  await run("products set teak-tray", { price: "2499" });
  await run("products set teak-tray", { price: "2399" });
  expect(await tray()).toMatchObject({ price: 2399, originalPrice: 2399, discount: 0 });
  await run("products set teak-tray", { by: "-10%" });
  expect(await tray()).toMatchObject({ price: 2159.1, originalPrice: 2159.1, discount: 0 });
});

test("a large price change needs a confirmation, and a crossed-out price below the new price is refused", async () => {
  await expect(run("products set teak-tray", { price: "249.90" }, { confirmed: false })).rejects.toThrow(
    "Change 1 product?\n  The teak-tray: price ₹2,499.00 → ₹249.90",
  );
  expect((await tray())?.price).toBe(2499);
  await run("products set teak-tray", { price: "249.90" });
  expect((await tray())?.price).toBe(249.9);
  await expect(run("products set teak-tray", { price: "300", was: "200" })).rejects.toThrow(
    "₹200.00 is below the price of The teak-tray. Enter more than ₹300.00, or leave the earlier price empty.",
  );
});

test("a hidden product is in no listing, search or tile until it is shown again", async () => {
  expect((await run("products set everyday-bowl", { hidden: "yes" })).message).toContain(
    "Tile 1 of Hot Products",
  );
  expect(await findProduct(context, "everyday-bowl")).toBeNull();
  const bowls = requireWhole(await findByCategory(context, { subcategory: "Bowl" }));
  expect(bowls.data.map(({ id }) => id)).toEqual(["last-bowls"]);
  expect((await findBySearch(context, "everyday bowl")).data.map(({ _id }) => _id)).not.toContain(
    "everyday-bowl",
  );
  expect(findHotProduct(context, "1")).toMatchObject({ productId: null, subcategory: "Bowl" });
  expect((await run("products list", { hidden: "on" })).rows).toMatchObject([
    { 0: "everyday-bowl", 4: "no, hidden" },
  ]);
  await run("products set everyday-bowl", { hidden: "no" });
  expect(findHotProduct(context, "1")).toMatchObject({ productId: "everyday-bowl" });
});

test("a product whose collection no longer exists can be hidden, but not shown again", async () => {
  await context.db.update(product).set({ collection: "Gone" }).where(eq(product.id, "teak-tray"));
  await run("products set teak-tray", { hidden: "yes" });
  expect(await tray()).toBeNull();
  await expect(run("products set teak-tray", { hidden: "no" })).rejects.toThrow('"Gone" is not a collection');
});

test("`products list` for products that are not in the shop reports that no product matches", async () => {
  expect(await run("products list", { products: "lost-tray\nlost-bowl" })).toMatchObject({
    rows: [],
    message: "No products match.",
  });
});

test("`products list` finds products by title or own code, with all words of the search in any order", async () => {
  const findIds = async (search: string) => (await run("products list", { search })).rows?.map(([id]) => id);
  expect(await findIds("bowl everyday")).toEqual(["everyday-bowl"]);
  expect(await findIds("tray everyday")).toEqual([]);
  await run("products set teak-tray", { sku: "TT-40" });
  expect(await findIds("tt-40 tray")).toEqual(["teak-tray"]);
});

test("`products list` leaves out the first `skip` products, even if the list has only products with a stock count", async () => {
  for (const group of [{}, { limited: "on" }]) {
    const { rows: all = [] } = await run("products list", group);
    expect((await run("products list", { ...group, skip: "1" })).rows).toEqual(all.slice(1));
  }
});

test("`products list` sorts the products, or lists only the products that are sold out or low in stock", async () => {
  const list = async (options: Record<string, string>) =>
    ((await run("products list", options)).rows ?? []).map(([id, , , left]) => [id, left]);
  await run("products set everyday-bowl", { stock: "2" });
  await run("products set teak-tray", { stock: "0" });
  expect((await list({ sort: "stock" })).slice(0, 2)).toEqual([
    ["teak-tray", 0],
    ["everyday-bowl", 2],
  ]);
  expect(await list({ "sold-out": "on" })).toEqual([["teak-tray", 0]]);
  await run("products set teak-tray", { backorder: "yes", "lead-days": "5" });
  expect(await list({ "sold-out": "on" }), "it can be ordered beyond its stock").toEqual([]);
  expect(await list({ low: "on" })).toContainEqual(["everyday-bowl", 2]);
  const { data = [] } = await run("products list", { sort: "price" });
  const prices = (data as { price: number }[]).map(({ price }) => price);
  expect(prices).toEqual(prices.toSorted((first, other) => first - other));
});

test("`products list --all` lists hidden products too, but no removed ones, with their pictures and the fields that are missing before they can be published", async () => {
  await run("products add Draft");
  await run("products set everyday-bowl", { hidden: "yes", stock: "2" });
  await context.db.update(product).set({ inOwnerList: false }).where(eq(product.id, "teak-tray"));
  const { data = [] } = await run("products list", { all: "on" });
  const products = data as DataOf<typeof productList>;
  expect(products.map(({ id }) => id)).not.toContain("teak-tray");
  expect(products.find(({ id }) => id === "draft")).toMatchObject({
    hidden: true,
    missing: ["category", "subcategory", "materials", "price", "description", "images", "hsn"],
    picture: null,
  });
  expect(products.find(({ id }) => id === "everyday-bowl")).toMatchObject({
    low: true,
    missing: [],
    picture: expect.stringMatching(/^\/pictures\/products\//),
  });
  const { data: removed } = await run("products list", { hidden: "on" });
  expect(removed).toContainEqual(expect.objectContaining({ id: "teak-tray", listed: false }));
});

test("`products list` shows the same price with GST as `products details`", async () => {
  const { inclusivePrice } = (await run("products details everyday-bowl")).data as { inclusivePrice: number };
  expect((await run("products list", { search: "everyday bowl" })).data).toMatchObject([{ inclusivePrice }]);
});

test("the owner can add, move and rename collections, and a renamed collection keeps its products", async () => {
  await run("collections Monsoon", { add: "on", description: "For long evenings." });
  await run("collections Monsoon", { place: "1" });
  const { rows } = await run('collections "Everyday Table"', { "new-name": "Every Day" });
  expect(rows).toEqual([
    [1, "Monsoon", 0, "For long evenings."],
    [2, "Every Day", 1, "For every day."],
    [3, "Evening Chai", 0, ""],
  ]);
  expect((await tray())?.collection).toBe("Every Day");
});
