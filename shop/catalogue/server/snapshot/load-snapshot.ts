import { isDeepStrictEqual } from "node:util";
import type { PictureRef } from "#contract/picture.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database.ts";
import { defineStatement } from "#platform/statement.ts";
import { SECOND } from "#contract/time.ts";
import type { HomeContent } from "#shop/merchandising/home-content.ts";
import { type AvailableStock, readAvailableStock, readChangedStock } from "#server/inventory";
import { readPicturesOutside, toPictureRef } from "#server/media";
import { EMPTY_HOME_CONTENT } from "../catalogue-version.ts";
import { catalogueVersion } from "../tables.ts";
import type { HomeContentFiles } from "../home/home-content-files.ts";
import { buildHomeContent, getVideoHref } from "../home/build-home-content.ts";
import { findProductsIn, type ProductCache } from "./product-cache.ts";
import {
  type ListedProduct,
  type Names,
  readChangedProducts,
  readListedProducts,
} from "./listed-product.ts";
import { createListedProducts, type ListedProducts } from "./listed-products.ts";

/** What the shop holds of its catalogue in memory. It is brought up to date in place, at one moment. */
export interface Snapshot {
  revision: number;
  /** Which files are in the shop. */
  fingerprint: string;
  /** When stock was last read, by the database's clock. */
  stockReadAt: Date;
  products: ListedProducts;
  /** What the owner chose for the home page, whether or not its products are in the shop. */
  files: HomeContentFiles;
  homeContent: HomeContent;
  /** File names in `videos/`, by address. */
  videos: ReadonlyMap<string, string>;
}

const selectVersion = defineStatement<[], { revision: number; at: Date }>(
  `select coalesce((select revision from catalogue_edition), 0)::float8 as revision, clock_timestamp() as at`,
);

/** Which revision of the catalogue the database has, and what time it is there. */
export async function readVersion(db: Db | Tx): Promise<{ revision: number; at: Date }> {
  const [version] = await selectVersion(db);
  if (!version) throw new Error("The database does not say which catalogue it has.");
  return version;
}

/** The whole catalogue, in one transaction, so that products and pictures of two imports are never mixed. */
export const loadSnapshot = (context: Context, names: Names, cache: ProductCache): Promise<Snapshot> =>
  context.transact(async (tx) => {
    const products = createListedProducts();
    const { files, version, at } = await lockVersion(tx);
    for await (const some of readListedProducts(tx, names)) products.apply(await withStock(tx, some));
    const home = await loadHomeContent(tx, files, products, cache);
    return { ...home, ...version, stockReadAt: at, products };
  });

/** What was changed since. `isUnsaid`: something was, and nothing says what. */
export const loadChanges = (context: Context, names: Names, cache: ProductCache, current: Snapshot) =>
  context.transact(async (tx) => {
    const { files, version } = await lockVersion(tx);
    const { changed, gone } = await readChangedProducts(tx, current.revision, names);
    const listed = await withStock(tx, changed);
    const isSameFile = version.fingerprint === current.fingerprint && isDeepStrictEqual(files, current.files);
    return {
      ...version,
      isUnsaid: isSameFile && changed.length + gone.length === 0,
      /** To be called when it is to be seen: nothing waits between the products and what lists of them. */
      async apply(): Promise<Snapshot> {
        current.products.apply(listed, gone);
        return { ...current, ...(await loadHomeContent(context.db, files, current.products, cache)), ...version };
      },
    };
  });

/** The lock lets an import that is under way finish first. */
async function lockVersion(tx: Tx) {
  const { at } = await readVersion(tx);
  const [version] = await tx.select().from(catalogueVersion).for("share");
  const { revision = 0, fingerprint = "", homeContent: files = EMPTY_HOME_CONTENT } = version ?? {};
  return { files, version: { revision, fingerprint }, at };
}

async function withStock(tx: Tx, products: readonly ListedProduct[]): Promise<ListedProduct[]> {
  const stock = await readAvailableStock(
    tx,
    products.map(({ _id }) => _id),
  );
  return products.map((product) => ({ ...product, stock: stock.get(product._id) ?? undefined }));
}

async function loadHomeContent(
  db: Db | Tx,
  files: HomeContentFiles,
  products: ListedProducts,
  cache: ProductCache,
) {
  const pictures = await readPicturesOutside(db, "products");
  const pictureOf = (path: string): PictureRef => {
    const known = pictures.get(path);
    if (!known) throw new Error(`The picture ${path} was imported without being measured.`);
    return toPictureRef(known);
  };
  const hot = files.hotProducts.flatMap(({ product }) => products.get(product) ?? []);
  const onTiles = new Map((await findProductsIn(db, cache, hot)).map((product) => [product.id, product]));
  return {
    files,
    homeContent: buildHomeContent(files, pictureOf, onTiles),
    videos: new Map(files.videos.map((entry) => [getVideoHref(entry), entry.video])),
  };
}

/** A figure is to be seen a moment after it was written: what was written so shortly before a look is read once more. */
const LATE_MS = 60 * SECOND;

/** The products of which another number can be had now. */
export async function readMovedStock(
  db: Db,
  { products, stockReadAt }: Pick<Snapshot, "products" | "stockReadAt">,
): Promise<ListedProduct[]> {
  const stock: AvailableStock = await readChangedStock(db, new Date(stockReadAt.getTime() - LATE_MS));
  return [...stock].flatMap(([productId, available]) => {
    const before = products.get(productId);
    const now = available ?? undefined;
    return before && before.stock !== now ? [{ ...before, stock: now }] : [];
  });
}
