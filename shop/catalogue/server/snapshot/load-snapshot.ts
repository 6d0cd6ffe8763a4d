import { and, eq, gt } from "drizzle-orm";
import type { PictureRef } from "#contract/picture.ts";
import type { Context } from "#platform/context.ts";
import { ROWS_AT_ONCE } from "#platform/bulk-writes.ts";
import type { Tx } from "#platform/database.ts";
import type { HomeContent } from "#shop/merchandising/home-content.ts";
import { readAllAvailableStock } from "#server/inventory";
import { type KnownPicture, toPictureRef, readPictures } from "#server/media";
import type { Product } from "../../product.ts";
import { sortProducts } from "../../sorting.ts";
import { EMPTY_HOME_CONTENT } from "../catalogue-version.ts";
import { toProduct } from "./to-product.ts";
import { catalogueVersion, product } from "../tables.ts";
import type { HomeContentFiles } from "../home/home-content-files.ts";
import { buildHomeContent, getVideoHref } from "../home/build-home-content.ts";

/** The whole catalogue in memory, ready to be sent. It is replaced, never changed. */
export interface Snapshot {
  revision: number;
  /** Newest first, those in the shop only. */
  products: readonly Product[];
  byId: ReadonlyMap<string, Product>;
  homeContent: HomeContent;
  /** As the owner chose them, whether or not the products are in the shop. */
  hotProducts: HomeContentFiles["hotProducts"];
  /** By path in the catalogue folder. */
  pictures: ReadonlyMap<string, KnownPicture>;
  /** File names in `videos/`, by address. */
  videos: ReadonlyMap<string, string>;
}

/** In one transaction, so that products and pictures of two imports are never mixed. */
export async function loadSnapshot(context: Context): Promise<Snapshot> {
  const { version, pictures, unsorted } = await context.transact(async (tx) => {
    // The lock lets an import that is under way finish first.
    const [version] = await tx.select().from(catalogueVersion).for("share");
    const pictures = await readPictures(tx);
    const stock = await readAllAvailableStock(tx);
    return { version, pictures, unsorted: await loadVisibleProducts(tx, pictures, stock) };
  });
  const products = sortProducts(unsorted, "latest");
  const byId = new Map(products.map((one) => [one.id, one]));
  const files = version?.homeContent ?? EMPTY_HOME_CONTENT;
  const pictureOf = (path: string): PictureRef => {
    const known = pictures.get(path);
    if (!known) throw new Error(`The picture ${path} was imported without being measured.`);
    return toPictureRef(known);
  };
  return {
    revision: version?.revision ?? 0,
    products,
    byId,
    homeContent: buildHomeContent(files, pictureOf, byId),
    hotProducts: files.hotProducts,
    pictures,
    videos: new Map(files.videos.map((entry) => [getVideoHref(entry), entry.video])),
  };
}

/** In parts: ten thousand rows at once would take the embedded database hundreds of megabytes. */
async function loadVisibleProducts(
  tx: Tx,
  pictures: Snapshot["pictures"],
  stock: ReadonlyMap<string, number>,
): Promise<Product[]> {
  const products: Product[] = [];
  for (let last = ""; ;) {
    const rows = await tx
      .select()
      .from(product)
      .where(and(eq(product.hidden, false), gt(product.id, last)))
      .orderBy(product.id)
      .limit(ROWS_AT_ONCE);
    for (const row of rows) products.push(toProduct(row, pictures, stock.get(row.id)));
    last = rows.at(-1)?.id ?? "";
    if (rows.length < ROWS_AT_ONCE) return products;
  }
}

/** The same snapshot when no stock moved; otherwise one in which only the moved products are new. */
export async function restockSnapshot(context: Context, current: Snapshot): Promise<Snapshot> {
  const stocks = await readAllAvailableStock(context.db);
  const stockOf = (one: Product): number | undefined => stocks.get(one.id);
  if (current.products.every((one) => one.stock === stockOf(one))) return current;

  const products = current.products.map((one) =>
    one.stock === stockOf(one) ? one : withStock(one, stockOf(one)),
  );
  return { ...current, products, byId: new Map(products.map((one) => [one.id, one])) };
}

function withStock({ stock: _gone, ...product }: Product, stock: number | undefined): Product {
  return stock === undefined ? product : { ...product, stock };
}
