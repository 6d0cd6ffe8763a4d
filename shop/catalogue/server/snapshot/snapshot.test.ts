import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { generateUuid } from "#platform/ids.ts";
import { commitStock, setStock, reserveStock } from "#shop/inventory/server/index.ts";
import { listProducts, readHomeContent } from "../../contracts.ts";
import {
  requireWhole,
  rewriteFolderFile,
  writeCatalogueFolder,
} from "../../../../tests/support/catalogue.ts";
import { createTestContext, type TestContext } from "../../../../tests/support/database.ts";
import {
  findAllProducts,
  findByCategory,
  findHotProduct,
  findProduct,
  findHomeContent,
} from "../products/find-products.ts";
import { importCatalogue } from "../import/import-catalogue.ts";
import { openCatalogue } from "../open-catalogue.ts";
import { refreshSnapshot } from "./snapshot.ts";

let context: TestContext;
let folder: string;

beforeAll(async () => {
  folder = await writeCatalogueFolder();
  context = await createTestContext({ config: { catalogueDir: folder } });
});
beforeEach(async () => {
  await importCatalogue(context, folder);
  await refreshSnapshot(context);
});
afterEach(() => context.wipe());
afterAll(async () => {
  await context.close();
  await rm(folder, { recursive: true });
});

const take = (quantity: number) =>
  context.transact((tx) => reserveStock(tx, generateUuid(), [{ productId: "last-bowls", quantity }]));

describe("the catalogue in memory", () => {
  test("lists the newest first, with amounts in rupees, both ids and pictures in every width", async () => {
    const list = requireWhole(await findAllProducts(context, {}));
    expect(list.data.map(({ id }) => id)).toEqual(["last-bowls", "everyday-bowl", "teak-tray"]);
    expect(list).toMatchObject({ success: true, total: 3 });
    expect(v.is(listProducts.answer, list)).toBe(true);
    const bowl = await findProduct(context, "everyday-bowl");
    expect(bowl).toMatchObject({ _id: "everyday-bowl", price: 899, material: "Acacia wood" });
    expect(bowl).not.toHaveProperty("stock");
    expect(bowl?.images[0]?.url).toMatch(/^\/pictures\/products\/bowl-1\.[0-9a-f]{8}\.800\.jpg$/);
    expect(bowl?.images[0]?.picture).toMatchObject({ width: 800, height: 600, widths: [320, 480, 640, 800] });
  });

  test("gives a part when asked for one, and always the whole count (§2.5, §7, D44)", async () => {
    expect(await findAllProducts(context, { page: 2, limit: 2 })).toMatchObject({
      data: [{ id: "teak-tray" }],
      total: 3,
    });
    expect(await findAllProducts(context, { page: 9, limit: 2 })).toMatchObject({ data: [], total: 3 });
    expect(await findByCategory(context, { subcategory: "bowl", limit: 1 })).toMatchObject({
      data: [{}],
      total: 2,
    });
  });

  test("knows the shop window; a tile whose product is gone opens its listing (§2.1, D26)", async () => {
    expect(v.is(readHomeContent.answer, findHomeContent(context))).toBe(true);
    expect(findHotProduct(context, "1")).toMatchObject({ productId: "everyday-bowl", subcategory: "Bowl" });
    expect(findHotProduct(context, "5")).toMatchObject({
      productId: null,
      name: "Butcher Board",
      subcategory: "Chopping Board",
    });
    expect(findHotProduct(context, "7")).toMatchObject({ code: "no_such_tile" });
  });
});

describe("a refresh", () => {
  test("sees nothing when nothing happened", async () => {
    const before = await findProduct(context, "last-bowls");
    expect(await refreshSnapshot(context)).toBe(false);
    expect(await findProduct(context, "last-bowls")).toBe(before);
  });

  test("sees reservations and recounts, and leaves the other products as they are", async () => {
    const other = await findProduct(context, "teak-tray");
    await take(4);
    expect(await refreshSnapshot(context)).toBe(true);
    expect((await findProduct(context, "last-bowls"))?.stock).toBe(6);
    expect(requireWhole(await findAllProducts(context, {})).data[0]?.stock).toBe(6);
    expect(await findProduct(context, "teak-tray")).toBe(other);

    await setStock(context, "last-bowls", 2);
    await refreshSnapshot(context);
    expect((await findProduct(context, "last-bowls"))?.stock).toBe(0);
    await setStock(context, "last-bowls", null);
    await setStock(context, "teak-tray", 1);
    await refreshSnapshot(context);
    expect(await findProduct(context, "last-bowls")).not.toHaveProperty("stock");
    expect((await findProduct(context, "teak-tray"))?.stock).toBe(1);
  });

  test("does not stir when reserved goods are paid for: as many can be had as before", async () => {
    const orderId = generateUuid();
    await context.transact((tx) => reserveStock(tx, orderId, [{ productId: "last-bowls", quantity: 1 }]));
    await refreshSnapshot(context);
    await context.transact((tx) => commitStock(tx, orderId));
    expect(await refreshSnapshot(context)).toBe(false);
  });

  test("takes over an import, and what was hidden is gone", async () => {
    const whole = await rewriteFolderFile(folder, "products.json", (before) => before.slice(0, 2));
    await importCatalogue(context, folder);
    expect(await refreshSnapshot(context)).toBe(true);
    expect(await findProduct(context, "teak-tray")).toBeNull();
    await rewriteFolderFile(folder, "products.json", () => whole);
  });
});

test("an open catalogue imports its folder by itself and reports changes within a second or two", async () => {
  await context.wipe();
  const onChange = vi.fn();
  const catalogue = await openCatalogue(context, { onPublicChange: onChange });
  expect(requireWhole(await findAllProducts(context, {})).total).toBe(3);
  await sleep(1_300);
  expect(onChange).not.toHaveBeenCalled();
  await take(1);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce(), { timeout: 5_000 });
  expect((await findProduct(context, "last-bowls"))?.stock).toBe(9);

  // An operator's command looks at once; the visitors' pages must change all the same.
  await setStock(context, "last-bowls", 5);
  await refreshSnapshot(context);
  expect(onChange).toHaveBeenCalledTimes(2);
  await catalogue.close();
});
