import type { PictureRef } from "#contract/picture.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { readPicturesOutside, toPictureRef } from "#shop/media/server/index.ts";
import { buildHomeContent, getVideoHref, toVideoOriginal } from "../home/build-home-content.ts";
import type { HomeContentFiles } from "../home/home-content-files.ts";
import { findProductsIn, type ProductCache } from "./product-cache.ts";
import type { ProductSummaries } from "./product-summaries.ts";

/** What the home page shows, with the products of its tiles. */
export async function loadHomeContent(
  db: Db | Tx,
  files: HomeContentFiles,
  products: ProductSummaries,
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
    videos: new Map(files.videos.map((entry) => [getVideoHref(entry), toVideoOriginal(entry)])),
  };
}
