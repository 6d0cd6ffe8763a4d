import { SaxesParser } from "saxes";
import { parse } from "csv-parse/sync";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getEndOfDay } from "#contract/dates.ts";
import { DAY } from "#contract/time.ts";
import { createResponseCache } from "#platform/cache/response-cache.ts";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import { setRules, setSeller, stockProducts } from "../../../tests/support/products.ts";
import { hideProduct, setPrice } from "./products/product-commands.ts";
import { serveFeeds } from "./feeds.ts";
import { onSnapshotChange, refreshSnapshot } from "./snapshot/snapshot.ts";

const LONG = `${"a-long-name-".repeat(6)}of-a-bowl`;

let context: TestContext;
let app: FastifyInstance;

beforeAll(async () => {
  context = await createTestContext({ config: { publicUrl: "https://shop.example" } });
  await stockProducts(context, [
    { id: "acacia-bowl", title: "Acacia <Bowl> & \u0001 Lid", price: 249_900, onHand: 3 },
    { id: "teak-tray", title: "T".repeat(80) + " " + "y".repeat(90), onHand: 0 },
    { id: LONG, title: '=1+1, "quoted"' },
    { id: "bench", onHand: 0, backorder: true, leadDays: 10 },
    { id: "secret", title: "Secret" },
  ]);
  await context.database.pool.query(
    `update product set description = $1, seo = '{"gtin13":"8901234567890","mpn":"B-1"}' where id = 'acacia-bowl'`,
    ["Turned by hand. ".repeat(400)],
  );
  await hideProduct(context, "secret", true);
  await setPrice(context, "teak-tray", { price: 100_000, originalPrice: 125_000 }, () => {});
  await refreshSnapshot(context);
  const responseCache = createResponseCache(undefined, {
    expiry: { now: context.now, findEnd: getEndOfDay },
  });
  onSnapshotChange(context, responseCache.clear);
  app = Fastify();
  serveFeeds(app, context, { responseCache, headers: { "cache-control": "no-cache" } });
});
afterAll(async () => {
  await app.close();
  await context.close();
});

/** Parses the feed with an independent XML reader. @throws if it is not XML */
async function readGoogle(): Promise<Record<string, string[]>[]> {
  const { body, headers, statusCode } = await app.inject("/feeds/google.xml");
  expect({ statusCode, type: headers["content-type"] }).toEqual({
    statusCode: 200,
    type: "application/xml; charset=utf-8",
  });
  const items: Record<string, string[]>[] = [];
  const parser = new SaxesParser({ xmlns: true });
  let path: string[] = [];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ local, uri }) => {
    if (local === "item") items.push({});
    path = [...path, uri === "http://base.google.com/ns/1.0" ? `g:${local}` : local];
  });
  parser.on("closetag", () => (path = path.slice(0, -1)));
  parser.on("text", (text) => {
    const name = path.at(-1) ?? "";
    if (name.startsWith("g:"))
      (items.at(-1) ?? {})[name.slice(2)] = [...(items.at(-1)?.[name.slice(2)] ?? []), text];
  });
  parser.write(body).close();
  return items;
}

const readMeta = async () =>
  parse((await app.inject("/feeds/meta.csv")).body, { columns: true }) as Record<string, string>[];

const price = /^\d+\.\d\d INR$/;

test("Google's feed holds all that its specification requires, in its formats, and no hidden product", async () => {
  const items = await readGoogle();
  expect(items).toHaveLength(4);
  for (const item of items) {
    expect(item["id"]?.[0]).toMatch(/^[\w-]{1,50}$/);
    expect(item["title"]?.[0]?.length).toBeLessThanOrEqual(150);
    expect(item["description"]?.[0]?.length).toBeLessThanOrEqual(5_000);
    expect(item["link"]?.[0]).toMatch(/^https:\/\/shop\.example\/product-info\/[\w-]+$/);
    expect(item["image_link"]?.[0]).toMatch(/^https:\/\//);
    expect(item["availability"]?.[0]).toMatch(/^(?:in_stock|out_of_stock|backorder|preorder)$/);
    expect(item["price"]?.[0]).toMatch(price);
    expect(item["condition"]).toEqual(["new"]);
    expect(item["brand"]?.[0]?.length).toBeLessThanOrEqual(70);
    for (const once of Object.keys(item).filter((name) => name !== "additional_image_link"))
      expect(item[once], once).toHaveLength(1);
  }
  expect(new Set(items.map((item) => item["id"]?.[0])).size).toBe(4);
});

test("prices are with GST, a reduced one beside the earlier one; identifiers are said, or that there are none", async () => {
  const items = new Map((await readGoogle()).map((item) => [item["id"]?.[0], item]));
  expect(items.get("acacia-bowl")).toMatchObject({
    title: ["Acacia <Bowl> &  Lid"],
    price: ["2948.82 INR"],
    availability: ["in_stock"],
    gtin: ["8901234567890"],
    mpn: ["B-1"],
  });
  expect(items.get("acacia-bowl")).not.toHaveProperty("identifier_exists");
  expect(items.get("teak-tray")).toMatchObject({
    price: ["1475.00 INR"],
    sale_price: ["1180.00 INR"],
    availability: ["out_of_stock"],
    identifier_exists: ["no"],
  });
});

test("Meta's catalogue has the same, in its words, and each text as the owner wrote it", async () => {
  const rows = await readMeta();
  expect(rows).toHaveLength(4);
  const byId = new Map(rows.map((row) => [row["id"], row]));
  expect(byId.get("acacia-bowl")).toMatchObject({
    availability: "in stock",
    condition: "new",
    price: "2948.82 INR",
  });
  expect(byId.get("teak-tray")).toMatchObject({ availability: "out of stock", sale_price: "1180.00 INR" });
  for (const row of rows) {
    for (const name of "id title description availability condition price link image_link brand".split(" "))
      expect(row[name], name).not.toBe("");
  }
  expect(rows.map(({ title }) => title)).toContain('=1+1, "quoted"');
});

test("the day from which a backordered piece is there moves on with the shop's days, and is the same all day", async () => {
  const find = async () =>
    (await readGoogle()).find(({ id }) => id?.[0] === "bench")?.["availability_date"]?.[0];
  const leadMs = 10 * DAY;
  const first = Date.parse((await find()) ?? "");
  expect(first).toBeGreaterThan(context.now().getTime() + leadMs);
  expect(first).toBeLessThanOrEqual(context.now().getTime() + leadMs + DAY);
  const leftOfDay = first - leadMs - context.now().getTime();
  context.clock.advance(leftOfDay - 1);
  expect(Date.parse((await find()) ?? "")).toBe(first);
  context.clock.advance(1);
  expect(Date.parse((await find()) ?? "")).toBe(first + DAY);
});

test("a change of the goods is in the feed at once", async () => {
  const find = async () => (await readMeta()).find(({ id }) => id === "acacia-bowl");
  expect(await find()).toMatchObject({ price: "2948.82 INR" });
  await setPrice(context, "acacia-bowl", { price: 200_000, originalPrice: null }, () => {});
  await refreshSnapshot(context);
  expect(await find()).toMatchObject({ price: "2360.00 INR" });
  await hideProduct(context, "acacia-bowl", true);
  await refreshSnapshot(context);
  expect(await find()).toBeUndefined();
});

test("a shop with a fee says what shipping of each product costs, with GST; one without says nothing", async () => {
  expect((await readMeta())[0]).not.toHaveProperty("shipping");
  expect((await readGoogle())[0]).not.toHaveProperty("country");
  await setRules(context, { shippingFee: 0 });
  expect((await readMeta())[0]).not.toHaveProperty("shipping");
  await setRules(context, { shippingFee: 80, freeShippingFrom: 1_200 });
  const items = new Map((await readGoogle()).map((item) => [item["id"]?.[0], item]));
  expect(items.get("teak-tray")).toMatchObject({ price: ["1475.00 INR", "94.40 INR"], country: ["IN"] });
  const [tray, long] = ["teak-tray", "a-long"].map(async (id) =>
    (await readMeta()).find((row) => row["id"]?.startsWith(id)),
  );
  expect(await tray).toMatchObject({ shipping: "IN::Standard:94.40 INR" });
  expect(await long).toMatchObject({ shipping: "IN::Standard:0.00 INR" });
});

test("a feed shows a price with the product's GST rate", async () => {
  await setSeller(context, {}, { rates: [{ products: ["teak-tray"], rate: 5 }] });
  const tray = (await readMeta()).find(({ id }) => id === "teak-tray");
  expect(tray).toMatchObject({ price: "1312.50 INR", sale_price: "1050.00 INR" });
});
