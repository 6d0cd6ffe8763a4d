import { LRUCache } from "lru-cache";
import { toRupees } from "#contract/money.ts";
import { omitAbsent } from "#contract/read.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { defineStatement } from "#platform/database/statement.ts";
import { isAbsoluteAddress, getPlainHref } from "#shop/media/pictures.ts";
import { findPictures, type StoredPicture, toPictureRef } from "#shop/media/server/index.ts";
import type { Product, ProductImage } from "../../product.ts";
import type { NamedImage, product } from "../tables.ts";
import type { ProductSummary } from "./product-summaries.ts";

export const CACHED_PRODUCTS = 2_000;

export type ProductCache = LRUCache<string, { summary: ProductSummary; product: Product }>;

export const createProductCache = (): ProductCache => new LRUCache({ max: CACHED_PRODUCTS });

/** Returns the full products (§3) of these summaries, in their order. Two queries load those that are not cached. */
export async function findProductsIn(
  db: Db | Tx,
  cache: ProductCache,
  summaries: readonly ProductSummary[],
): Promise<Product[]> {
  const matches = summaries.map((summary) => findCached(cache, summary));
  const missing = summaries.filter((_, at) => matches[at] === undefined);
  if (missing.length === 0) return matches as Product[];
  const loaded = await readProducts(db, missing);
  for (const { summary, product, isSame } of loaded) if (isSame) cache.set(summary._id, { summary, product });
  const byId = new Map(loaded.map(({ product }) => [product._id, product]));
  return summaries.flatMap((summary, at) => matches[at] ?? byId.get(summary._id) ?? []);
}

export const readWholeProducts = async (
  db: Db | Tx,
  summaries: readonly ProductSummary[],
): Promise<Product[]> => (await readProducts(db, summaries)).map(({ product }) => product);

function findCached(cache: ProductCache, summary: ProductSummary): Product | undefined {
  const existing = cache.get(summary._id);
  if (!existing || existing.summary.revision !== summary.revision) return undefined;
  if (existing.summary === summary) return existing.product;
  const product = withStock(existing.product, summary);
  cache.set(summary._id, { summary, product });
  return product;
}

function withStock(
  { stock: _before, supply: _then, ...product }: Product,
  { stock, supply }: ProductSummary,
): Product {
  return { ...product, ...(stock !== undefined && { stock }), ...(supply && { supply }) };
}

const selectProducts = defineStatement<[ids: string[]], StoredProduct>(
  `select id, title, description, care, hsn, net_weight as "netWeight", finish, origin, pieces, manufacturer, maker, category, subcategory, collection, materials, sizes, price::float8 as price,
          original_price::float8 as "originalPrice", discount, images, variant_images as "variantImages", seo,
          created_at as "createdAt", sales, featured_rank as "featuredRank", rating_value as "ratingValue",
          review_count as "reviewCount", revision::float8 as revision
     from product where id = any($1)`,
);

/** Reads full products from the database. `isSame` is false if the database row is newer than the summary. */
async function readProducts(db: Db | Tx, summaries: readonly ProductSummary[]) {
  const rows = await selectProducts(
    db,
    summaries.map(({ _id }) => _id),
  );
  const pictures = await findPictures(db, rows.flatMap(listPicturePaths));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return summaries.flatMap((summary) => {
    const row = byId.get(summary._id);
    if (!row) return [];
    return {
      summary,
      product: withStock(toProduct(row, pictures), summary),
      isSame: row.revision === summary.revision,
    };
  });
}

/** Returns the paths of the pictures that the shop stores. */
export const listPicturePaths = ({
  images,
  variantImages,
}: Pick<StoredProduct, "images" | "variantImages">): string[] =>
  [...images, ...variantImages]
    .filter(({ name }) => !isAbsoluteAddress(name))
    .map(({ name }) => `products/${name}`);

/** The columns of `selectProducts`. Responses contain all of them except `revision`. */
type StoredProduct = Omit<
  typeof product.$inferSelect,
  "inOwnerList" | "hiddenByHand" | "hidden" | "leadDays" | "shelf" | "weight" | "packed" | "updatedAt"
>;

/** Converts a row to a product in a response (§3), in rupees and without stock. */
function toProduct(row: StoredProduct, pictures: ReadonlyMap<string, StoredPicture>): Product {
  const {
    sizes,
    images,
    variantImages,
    createdAt,
    ratingValue,
    reviewCount,
    seo,
    revision: _,
    ...fields
  } = row;
  return {
    _id: row.id,
    ...(omitAbsent(fields) as Pick<Product, keyof typeof fields>),
    material: row.materials.join(", "),
    size: sizes,
    price: toRupees(row.price),
    originalPrice: toRupees(row.originalPrice),
    images: images.map((image) => toImage(image, pictures)),
    ...(variantImages.length > 0 && {
      variantImages: variantImages.map((image) => toImage(image, pictures)),
    }),
    createdAt: createdAt.toISOString(),
    ...(ratingValue !== null &&
      reviewCount >= RATED_FROM && { rating: { average: ratingValue, count: reviewCount } }),
    ...seo,
  };
}

const RATED_FROM = 3;

function toImage({ name, alt }: NamedImage, pictures: ReadonlyMap<string, StoredPicture>): ProductImage {
  const altText = alt === undefined ? {} : { alt };
  if (isAbsoluteAddress(name)) return { url: name, ...altText };
  const existing = pictures.get(`products/${name}`);
  if (!existing) throw new Error(`The picture products/${name} was imported without being measured.`);
  const picture = toPictureRef(existing);
  return { url: getPlainHref(picture), ...altText, picture };
}
