import { copyFile, mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { expect, onTestFinished, test, vi } from "vitest";
import { generateUuid } from "#platform/ids.ts";
import { reserveStock, setStock } from "#shop/inventory/server/index.ts";
import { listProducts, readHomeContent } from "../../contracts.ts";
import { context, importFolder, setUpCatalogue } from "../../../../tests/support/catalogue-shop.ts";
import { requireWhole, writeCatalogueFolder } from "../../../../tests/support/catalogue-folder.ts";
import {
  findByCategory,
  findCollections,
  findHomeContent,
  findHotProduct,
  findProduct,
} from "../products/find-products.ts";
import { openCatalogue } from "../open-catalogue.ts";
import { hashContent } from "#shop/media/server/index.ts";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { DEFAULT_SHARED_PICTURE } from "./home-content.ts";
import { refreshSnapshot } from "./snapshot.ts";

setUpCatalogue();

const take = (quantity: number) =>
  context.transact((tx) => reserveStock(tx, generateUuid(), [{ productId: "last-bowls", quantity }]));

test("the constant DEFAULT_SHARED_PICTURE contains the current hash of the default picture for shared links", async () => {
  const content = await readFile(resolveFromRoot("catalogue/scenes/shared-link.jpg"));
  expect(DEFAULT_SHARED_PICTURE).toContain(`.${hashContent(content)}.`);
});

test("the catalogue in memory lists the newest products first, with amounts in rupees, `_id` and `id`, and pictures in all widths", async () => {
  const list = requireWhole(await findByCategory(context, {}));
  expect(list.data.map(({ id }) => id)).toEqual(["last-bowls", "everyday-bowl", "teak-tray"]);
  expect(list).toMatchObject({ success: true, total: 3 });
  expect(v.is(listProducts.answer, list)).toBe(true);
  const bowl = await findProduct(context, "everyday-bowl");
  expect(bowl).toMatchObject({ _id: "everyday-bowl", price: 899, material: "Acacia wood" });
  expect(bowl).not.toHaveProperty("stock");
  expect(bowl?.images[0]?.url).toMatch(/^\/pictures\/products\/bowl-1\.[0-9a-f]{8}\.800\.jpg$/);
  expect(bowl?.images[0]?.picture).toMatchObject({ width: 800, height: 600, widths: [320, 480, 640, 800] });
});

test("the catalogue in memory returns the requested page of products and the total count (§2.5, §7, D44)", async () => {
  expect(await findByCategory(context, { page: 2, limit: 2 })).toMatchObject({
    data: [{ id: "teak-tray" }],
    total: 3,
  });
  expect(await findByCategory(context, { page: 9, limit: 2 })).toMatchObject({ data: [], total: 3 });
  expect(await findByCategory(context, { subcategory: "bowl", limit: 1 })).toMatchObject({
    data: [{}],
    total: 2,
  });
});

test("the catalogue in memory contains the home page's content, and a tile whose product is missing links to its listing (§2.1, D26)", async () => {
  expect(v.is(readHomeContent.answer, findHomeContent(context))).toBe(true);
  expect(findHotProduct(context, "1")).toMatchObject({ productId: "everyday-bowl", subcategory: "Bowl" });
  expect(findHotProduct(context, "5")).toMatchObject({
    productId: null,
    name: "Butcher Board",
    subcategory: "Chopping Board",
  });
  expect(findHotProduct(context, "7")).toMatchObject({ code: "no_such_tile" });
});

const offer = { title: "Black Friday sale up to 50% off", picture: "card.jpg", alt: "", href: "/products" };
const point = (product: string) => ({ product, landscape: { x: 20, y: 62.5 } });
const look = {
  title: "A shelf",
  text: "Choose.",
  landscape: "shelf.jpg",
  portrait: "shelf.jpg",
  alt: "A shelf",
};

const importWith = async (discount: number) => {
  const other = await writeCatalogueFolder((files) => {
    Object.assign(files["products.json"][2]!, {
      price: 2499,
      originalPrice: 2499 / (1 - discount / 100),
      discount,
    });
    files["offers.json"]["cards"] = [{ ...offer, alt: "A board" }];
    files["story.json"]["looks"] = [{ ...look, points: [point("gone"), point("teak-tray")] }];
    files["collections.json"] = [{ name: "Everyday Table", picture: "table.jpg", alt: "A table" }];
  });
  for (const [subfolder, name] of [
    ["looks", "shelf.jpg"],
    ["collections", "table.jpg"],
  ] as const) {
    await mkdir(path.join(other, subfolder));
    await copyFile(path.join(other, "story/bench.jpg"), path.join(other, subfolder, name));
  }
  onTestFinished(() => rm(other, { recursive: true }));
  await importFolder(other);
  return findHomeContent(context);
};

test.each([
  [50, offer.title],
  [25, "Black Friday sale up to 25% off"],
  [0, "Black Friday sale"],
])(
  "the title of an offer promises at most the highest discount of any product, here %i %% (§2.4)",
  async (discount, title) => {
    const { offerCards } = await importWith(discount);
    expect(offerCards.map((card) => card.title)).toEqual([title]);
  },
);

test("the product dots in a picture show products that are in the shop, at their current price (§2.4, §2.5)", async () => {
  const { looks, collections } = await importWith(0);
  expect(looks).toMatchObject([
    {
      title: "A shelf",
      points: [
        { productId: "teak-tray", title: "The teak-tray", price: 2499, landscape: { x: 20, y: 62.5 } },
      ],
    },
  ]);
  expect(looks[0]?.points).toHaveLength(1);
  expect(collections).toMatchObject([{ name: "Everyday Table", alt: "A table", picture: { width: 800 } }]);
  expect(findCollections(context).categories).toEqual([{ name: "Everyday Table" }]);
  expect(v.is(readHomeContent.answer, findHomeContent(context))).toBe(true);
});

test("a refresh of the catalogue in memory reads changed reservations and stock counts, and reuses the other products", async () => {
  const other = await findProduct(context, "teak-tray");
  await take(4);
  expect(await refreshSnapshot(context)).toBe(true);
  expect((await findProduct(context, "last-bowls"))?.stock).toBe(6);
  expect(requireWhole(await findByCategory(context, {})).data[0]?.stock).toBe(6);
  expect(await findProduct(context, "teak-tray")).toBe(other);

  await context.transact((tx) => setStock(tx, "last-bowls", 2));
  await refreshSnapshot(context);
  expect((await findProduct(context, "last-bowls"))?.stock).toBe(0);
  await context.transact((tx) => setStock(tx, "last-bowls", null));
  await context.transact((tx) => setStock(tx, "teak-tray", 1));
  await refreshSnapshot(context);
  expect(await findProduct(context, "last-bowls")).not.toHaveProperty("stock");
  expect((await findProduct(context, "teak-tray"))?.stock).toBe(1);
});

test("the shop imports the catalogue folder when it opens, and later calls `onPublicChange` once for each change of stock", async () => {
  await context.wipe();
  const onChange = vi.fn();
  const catalogue = await openCatalogue(context, { onPublicChange: onChange });
  expect(requireWhole(await findByCategory(context, {})).total).toBe(3);
  await take(1);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce(), { timeout: 60_000 });
  expect((await findProduct(context, "last-bowls"))?.stock).toBe(9);

  // An operator's command refreshes the snapshot itself. The listener must be called then too.
  await context.transact((tx) => setStock(tx, "last-bowls", 5));
  await refreshSnapshot(context);
  expect(onChange).toHaveBeenCalledTimes(2);
  await catalogue.close();
});
