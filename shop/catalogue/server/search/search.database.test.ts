import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { context, setUpShop } from "../../../../tests/support/test-shop.ts";
import { runLine } from "../../../../tests/support/typed-line.ts";
import { findByCategory, findBySearch, hasNoSearchMatch } from "../products/find-products.ts";
import { getKnownNames } from "../products/known-names.ts";

const bowls = ["a", "b", "c", "d", "e", "f", "g", "h"].map((letter, at) => ({
  id: `bowl-${letter}`,
  title: `Bowl ${letter.toUpperCase()}`,
  price: 100_000 + at * 50_000,
}));

setUpShop({ goods: [...bowls, { id: "teak-tray", title: "Teak Tray" }] });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "taruva-synonyms-"));
  return () => rm(folder, { recursive: true });
});

const say = (line: string, options?: Record<string, string>) =>
  runLine(context, `synonyms ${line}`, options, { folder });

async function listProducts(query: Parameters<typeof findByCategory>[1]) {
  const answer = await findByCategory(context, query);
  if (!("data" in answer)) throw new Error("The list came as a stream.");
  return { ...answer, data: answer.data.map(({ _id }) => _id) };
}

test("the search drawer gets six products and the number of matches, with close matches if fewer than six match (§2.2)", async () => {
  expect(await findBySearch(context, "bowl")).toMatchObject({ total: 9, close: [] });
  expect((await findBySearch(context, "wooden bowl")).data).toHaveLength(6);
  const { data, total, close } = await findBySearch(context, "bowl e");
  expect({ total, first: data[0]?._id, close: close.length }).toEqual({
    total: 1,
    first: "bowl-e",
    close: 5,
  });
});

test("a search listing applies filters and sorting, counts all results and starts with the best match (§2.5)", async () => {
  const all = await listProducts({ search: "Bowls", limit: 3, page: 1 });
  expect(all).toMatchObject({ total: 9, searched: "Bowls" });
  expect((await listProducts({ search: "bowl", maxPrice: "1500" })).total).toBe(3);
  const dearest = await listProducts({ search: "bowl", sortOption: "Price high to low" });
  expect(dearest.data[0]).toBe("bowl-h");
  expect((await listProducts({ search: "tray" })).data).toEqual(["teak-tray"]);
  expect((await listProducts({ search: "umbrella" })).total).toBe(0);
  expect(await listProducts({})).not.toHaveProperty("searched");
  expect(getKnownNames(context).count({ search: "tray" })).toBe(1);
});

test("price limits in a search apply to prices with GST, and a product that fits them only without GST is a close match", async () => {
  const under = await findBySearch(context, "bowl under 1500");
  expect(under.data.map(({ _id }) => _id)).toEqual(["bowl-a"]);
  expect(under.close[0]?._id).toBe("bowl-b");
  const between = await listProducts({ search: "bowl 1200 to 2400" });
  expect(between.data.filter((id) => id.startsWith("bowl-")).toSorted()).toEqual(["bowl-b", "bowl-c"]);

  const { data, close } = await findBySearch(context, "bowl under 1,000");
  expect(data).toEqual([]);
  expect(close.map(({ _id }) => _id)[0]).toBe("bowl-a");
});

test("a search for cheap products starts with the lowest price", async () => {
  const byPrice = await listProducts({ search: "bowl", sortOption: "Price low to high" });
  expect((await listProducts({ search: "sasta bowl" })).data).toEqual(byPrice.data);
  expect((await listProducts({ search: "bowl" })).data).not.toEqual(byPrice.data);
});

test("the owner can set, list, remove and export synonyms, and the search uses them at once", async () => {
  expect((await listProducts({ search: "matkas" })).total).toBe(0);
  expect(hasNoSearchMatch(context, "matka")).toBe(true);
  expect(await say('Matka "teak tray, fruit bowl"')).toMatchObject({ outcome: "done" });
  expect((await findBySearch(context, "matkas")).data.map(({ _id }) => _id)).toEqual(["teak-tray"]);
  expect((await listProducts({ search: "matkas" })).total).toBe(1);
  expect(hasNoSearchMatch(context, "matka")).toBe(false);
  expect((await findBySearch(context, "trey")).total).toBe(1);
  await say("trey", { remove: "on" });
  await say('plate "teak tray"');
  expect((await findBySearch(context, "plates")).total).toBe(1);
  const listed = await say("");
  expect(listed).toMatchObject({ outcome: "done" });
  expect(await say("", { export: "synonyms.json" })).toMatchObject({ outcome: "done" });
  expect(JSON.parse(await readFile(path.join(folder, "synonyms.json"), "utf8"))).toEqual({
    matka: ["teak tray", "fruit bowl"],
    plate: ["teak tray"],
    trey: [],
  });
  await say("matka", { remove: "on" });
  expect(hasNoSearchMatch(context, "matka")).toBe(true);
  await say('surahi "teak tray"');
  expect(await say("", { import: "synonyms.json" })).toMatchObject({ outcome: "done" });
  expect(hasNoSearchMatch(context, "matka")).toBe(false);
  expect(hasNoSearchMatch(context, "surahi")).toBe(true);
});
