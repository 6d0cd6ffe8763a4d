import { SaxesParser } from "saxes";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getEndOfDay } from "#contract/dates.ts";
import { createResponseCache } from "#platform/cache/response-cache.ts";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import { stockProducts } from "../../../tests/support/products.ts";
import { editProducts } from "./products/edit-products.ts";
import { serveFeeds } from "./feeds.ts";
import { onSnapshotChange, refreshSnapshot } from "./snapshot/snapshot.ts";

const LONG = `${"a-long-name-".repeat(6)}of-a-bowl`;

let context: TestContext;
let app: FastifyInstance;

beforeAll(async () => {
  context = await createTestContext({ config: { publicUrl: "https://shop.example" } });
  await stockProducts(context, [
    { id: "acacia-bowl", title: "Acacia <Bowl> & \u0001 Lid", price: 249_900, onHand: 3 },
    { id: "teak-tray", title: "T".repeat(80) + " " + "y".repeat(69), onHand: 0 },
    { id: LONG, title: '=1+1, "quoted"' },
    { id: "bench", onHand: 0, backorder: true, leadDays: 10 },
    { id: "secret", title: "Secret" },
  ]);
  await context.database.pool.query(
    `update product set description = $1, seo = '{"gtin13":"8901234567890","mpn":"B-1"}' where id = 'acacia-bowl'`,
    ["Turned by hand. ".repeat(400)],
  );
  await editProducts(context, ["secret"], { toCells: () => ({ hidden: "yes" }) });
  await editProducts(context, ["teak-tray"], { toCells: () => ({ price: "1000", originalPrice: "1250" }) });
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

/** Parses the Google feed with an independent XML parser. @throws if the feed is not valid XML */
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

const price = /^\d+\.\d\d INR$/;

test("Google's feed has every required field in its format, and no hidden product", async () => {
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

test("Google's feed has prices with GST, sale prices, and identifiers or `identifier_exists: no`", async () => {
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
