import { json } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { withLongStatements } from "#platform/database/lock-briefly.ts";
import { JsonStream } from "#platform/http/bodies.ts";
import { setStock } from "#shop/inventory/server/index.ts";
import { growGoods } from "../../../../tests/load/growth/seed.ts";
import { context, setUpCatalogue } from "../../../../tests/support/catalogue-shop.ts";
import { requireWhole } from "../../../../tests/support/catalogue-folder.ts";
import { countStatements } from "../../../../tests/support/statements.ts";
import { findBySearch, findProduct, findByCategory } from "../products/find-products.ts";
import { findComplements } from "../products/complements.ts";
import { editProducts } from "../products/edit-products.ts";
import { CACHED_PRODUCTS } from "./product-cache.ts";
import { getSnapshot, refreshSnapshot } from "./snapshot.ts";

const PRODUCTS = CACHED_PRODUCTS + 100;

setUpCatalogue({ imported: "once" });
beforeAll(async () => {
  await withLongStatements(() => growGoods(context.db, PRODUCTS));
  await refreshSnapshot(context);
});

async function listStatements(work: () => Promise<unknown>): Promise<string[]> {
  const counted = countStatements(context.database.pool);
  await work();
  return counted.stop().texts;
}

test("a page of a listing needs two SQL statements, and none if it is cached", async () => {
  const read = () => findByCategory(context, { page: 3, limit: 24, sortOption: "Price low to high" });
  expect(await listStatements(read)).toHaveLength(2);
  expect(await listStatements(read)).toEqual([]);
  expect(await listStatements(() => findComplements(context, "teak-tray"))).toHaveLength(2);
  expect((await findBySearch(context, "everyday")).data[0]?._id).toBe("everyday-bowl");
});

test("a refresh of the catalogue reads only the changed products, and their changes are visible in listings and on product pages", async () => {
  const [id] = await listCheapest();
  await editProducts(context, [id ?? ""], { toCells: () => ({ price: "100000" }) });
  const read = await listStatements(() => refreshSnapshot(context));
  expect(read.filter((text) => text.includes("from product where"))).toEqual([
    expect.stringContaining("revision > $1"),
  ]);
  expect(await listCheapest()).not.toContain(id);
  expect((await findProduct(context, id ?? ""))?.price).toBe(100_000);

  await context.transact((tx) => setStock(tx, id ?? "", 3));
  expect(await refreshSnapshot(context)).toBe(true);
  expect((await findProduct(context, id ?? ""))?.stock).toBe(3);
  await editProducts(context, [id ?? ""], { toCells: () => ({ hidden: "yes" }) });
  await refreshSnapshot(context);
  expect(await findProduct(context, id ?? "")).toBeNull();
  expect(getSnapshot(context).products.size).toBe(PRODUCTS - 1);
  await editProducts(context, [id ?? ""], { toCells: () => ({ hidden: "no" }) });
  await refreshSnapshot(context);
  expect(getSnapshot(context).products.size).toBe(PRODUCTS);
});

async function listCheapest(): Promise<string[]> {
  const { data } = requireWhole(
    await findByCategory(context, { page: 1, limit: 3, sortOption: "Price low to high" }),
  );
  return data.map(({ _id }) => _id);
}

test("if the catalogue's revision rises but no product has the new revision, all products are read again", async () => {
  await findProduct(context, "teak-tray");
  await context.db.execute(sql`update product set title = 'By another version' where id = 'teak-tray'`);
  await context.db.execute(sql`update catalogue_edition set revision = revision + 1`);
  await refreshSnapshot(context);
  expect((await findProduct(context, "teak-tray"))?.title).toBe("By another version");
});

test("the full product list is streamed in parts and has the same products as the paged list (§2.5, D44)", async () => {
  const answer = await findByCategory(context, {});
  if (!(answer instanceof JsonStream)) throw new Error("It is not sent in parts.");
  const whole = (await json(answer.toReadable())) as { data: { _id: string }[]; total: number };
  expect(whole).toMatchObject({ success: true, message: "Products fetched successfully", total: PRODUCTS });
  expect(whole.data).toHaveLength(PRODUCTS);
  const part = requireWhole(await findByCategory(context, { page: 2, limit: 50 }));
  expect(whole.data.slice(50, 100)).toEqual(JSON.parse(JSON.stringify(part.data)));
  // The full list has the same fields as a page, except `facets`.
  expect([...Object.keys(whole), "facets"]).toEqual(Object.keys(part));
});

test("frequent queries of products, stock and pictures use an index", async () => {
  const explain = async (text: string) => {
    const { rows } = await context.db.execute(sql.raw(`explain ${text}`));
    return JSON.stringify(rows);
  };
  expect(await explain("select id from product where revision > 1000")).toContain("product_revision");
  expect(
    await explain("select product_id from stock where changed_at > now() + interval '1 hour'"),
  ).toContain("stock_changed");
  await context.db.execute(sql`
    insert into stock_movement (order_id, product_id, turn, kind, quantity)
      select gen_random_uuid(), 'piece-' || n % 500, 1, 'reserve', 1 from generate_series(1, 5000) n`);
  await context.db.execute(sql`analyze stock_movement`);
  expect(await explain("select sum(quantity) from stock_movement where product_id = 'piece-7'")).toContain(
    "stock_movement_of_product",
  );
  expect(
    await explain("select * from picture where path ~>=~ 'products/g7-1.' and path ~<~ 'products/g7-1/'"),
  ).toContain("picture_path");
});
