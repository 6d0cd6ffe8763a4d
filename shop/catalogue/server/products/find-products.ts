import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import { MAX_SEARCH_RESULTS, isSearch } from "../../search.ts";
import { pickFields } from "#contract/read.ts";
import { isSameText } from "#contract/text.ts";
import type { AnswerOf } from "#contract/endpoint.ts";
import type { SitemapProduct } from "#contract/page.ts";
import type { Context } from "#platform/context.ts";
import type { Db } from "#platform/database/database.ts";
import { defineStatement, isAnyOf } from "#platform/database/statement.ts";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { JsonStream } from "#platform/http/bodies.ts";
import { refuse } from "#platform/http/refuse.ts";
import type { HomeContent } from "#shop/merchandising/home-content.ts";
import { findOwnRate, getTaxRates } from "#shop/pricing/server/index.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { toCard } from "../../card.ts";
import { completeDeclarations, type SharedDeclarations } from "../../declarations.ts";
import type {
  listCategories,
  readHotProduct,
  listProducts,
  findProducts as findProductsEndpoint,
} from "../../endpoints.ts";
import { isWood, readListing } from "../../filters.ts";
import type { Product } from "../../product.ts";
import { DEFAULT_SORTING } from "../../sorting.ts";
import { findProductsIn, CACHED_PRODUCTS, readWholeProducts } from "../snapshot/product-cache.ts";
import {
  countFacets,
  type ProductSummary,
  searchSummaries,
  selectCloseMatches,
} from "../snapshot/product-summaries.ts";
import { findInMemory, getProductCache, getCatalogueRevision, getSnapshot } from "../snapshot/snapshot.ts";
import { product } from "../tables.ts";

export const loadProducts = async (
  context: Context,
  summaries: readonly ProductSummary[],
): Promise<Product[]> =>
  addOwnRates(context, await findProductsIn(context.db, getProductCache(context), summaries));

export const addOwnRates = (context: Context, products: Product[]): Product[] =>
  getSnapshot(context).files.taxes === undefined
    ? products
    : products.map((product) => {
        const gstRate = findOwnRate(context, product);
        return gstRate === undefined ? product : { ...product, gstRate };
      });

/** Returns a visible product, otherwise null (D91). Changes by other processes usually appear within a second. */
export const findProduct = async (context: Context, productId: string): Promise<Product | null> =>
  (await findProducts(context, [productId])).get(productId) ?? null;

export async function findProducts(
  context: Context,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, Product>> {
  const { products } = getSnapshot(context);
  const summaries = [...new Set(productIds)].flatMap((id) => products.get(id) ?? []);
  return new Map((await loadProducts(context, summaries)).map((product) => [product._id, product]));
}

export const findProductSummary = (context: Context, productId: string): ProductSummary | undefined =>
  getSnapshot(context).products.get(productId);

export const listNewestProducts = (context: Context, count: number): Promise<Product[]> =>
  loadProducts(context, getSnapshot(context).products.listBy(DEFAULT_SORTING).slice(0, count));

const namedProducts = v.array(v.object({ slug: v.string(), title: v.string() }));

/**
 * Counts the visible products: samples that came with the shop, and the owner's own. A sample whose title the owner
 * has changed counts as the owner's.
 */
export async function countOwnProducts({
  db,
}: Pick<Context, "db">): Promise<{ own: number; samples: number }> {
  const file = await readFile(resolveFromRoot("catalogue", "products.json"), "utf8");
  const titles = new Map(
    v.parse(namedProducts, JSON.parse(file)).map(({ slug, title }) => [slug, title] as const),
  );
  const { id, title, hidden } = product;
  const rows = await db.select({ id, title }).from(product).where(eq(hidden, false));
  const samples = rows.filter((row) => titles.get(row.id) === row.title).length;
  return { own: rows.length - samples, samples };
}

export async function listSitemapProducts(context: Context): Promise<SitemapProduct[]> {
  const rows = await selectLastUpdates(context.db);
  const changes = new Map(rows.map(({ id, updatedAt }) => [id, updatedAt]));
  return getSnapshot(context)
    .products.listBy(DEFAULT_SORTING)
    .map(({ _id, kind: { category, subcategory, collection } }) => {
      return { _id, category, subcategory, collection, changedAt: changes.get(_id)?.toISOString() };
    });
}

const selectLastUpdates = defineStatement<[], { id: string; updatedAt: Date }>(
  `select id, updated_at as "updatedAt" from product where not hidden and updated_at is not null`,
);

/**
 * Returns a product for its page, or a refusal if it is not visible. Declarations that it lacks are filled in from the
 * shop's defaults. A maker that is not in the list of makers is left out.
 */
export async function findOneProduct(context: Context, productId: string) {
  const product = await findProduct(context, productId);
  if (!product) return refuse("no_such_product");
  const { maker: name, ...rest } = product;
  const declarations = pickFields(rest, ["netWeight", "finish", "origin", "pieces", "manufacturer"]);
  const maker = getSnapshot(context).files.makers?.find((candidate) =>
    isSameText(candidate.name, name ?? ""),
  );
  return {
    ...rest,
    ...(maker && { maker: maker.name, makerPlace: maker.place }),
    ...completeDeclarations(declarations, getSharedDeclarations(context), findSeller(context)),
  };
}

export const getSharedDeclarations = (context: Context): SharedDeclarations =>
  getSnapshot(context).files.seller?.goods ?? {};

/** Returns the collections of the menu. The specification calls them categories in this response (D41). */
export const findCollections = (context: Context) =>
  ({
    success: true,
    categories: findHomeContent(context).collections.map(
      ({ picture: _picture, alt: _alt, ...texts }) => texts,
    ),
  }) satisfies AnswerOf<typeof listCategories>;

/** Returns a Hot Products tile. If its `productId` is null, the tile opens a listing (D26). */
export function findHotProduct(context: Context, tile: string) {
  const hotTile = findHomeContent(context).hotProducts.find((candidate) => String(candidate.tile) === tile);
  if (!hotTile) return refuse("no_such_tile");
  const { name, productId, subcategory } = hotTile;
  return { success: true, tile: hotTile.tile, name, productId, subcategory } satisfies AnswerOf<
    typeof readHotProduct
  >;
}

export function answerHomeContent(context: Context): HomeContent {
  const { seller, ...content } = findHomeContent(context);
  return {
    ...content,
    seller: seller && { ...seller, taxRates: getTaxRates(context) },
    revision: getCatalogueRevision(context),
  };
}

export const findHomeContent = (context: Context): HomeContent => getSnapshot(context).homeContent;

/**
 * The requested part of a list. If both fields are missing, it is the whole list (D44). `limit` alone means page 1.
 * `page` alone means pages of `DEFAULT_PAGE_SIZE`.
 */
interface Part {
  page?: number | undefined;
  limit?: number | undefined;
}

/** Returns the listing of §2.5, filtered and sorted by the query. */
export async function findByCategory(
  context: Context,
  { page, limit, ...query }: Omit<Parameters<typeof readListing>[0], "page"> & Part,
): Promise<AnswerOf<typeof listProducts> | JsonStream> {
  const { products } = getSnapshot(context);
  const size = limit ?? (page === undefined ? Infinity : DEFAULT_PAGE_SIZE);
  const from = page === undefined || size === Infinity ? 0 : (page - 1) * size;
  const listing = readListing(query);
  const selected = products.select(listing);
  const summaries = selected.slice(from, from + size);
  const head = { success: true as const, message: "Products fetched successfully" };
  const tail = {
    total: selected.length,
    ...(limit !== undefined && { facets: countFacets(products, listing) }),
    ...(listing.search !== null && {
      searched: listing.search,
      close: (await loadProducts(context, selectCloseMatches(products, listing))).map(toCard),
    }),
  };
  return summaries.length > CACHED_PRODUCTS
    ? new JsonStream(head, "data", readInParts(context, summaries), tail)
    : { ...head, data: await loadProducts(context, summaries), ...tail };
}

export const DEFAULT_PAGE_SIZE = 20;

/** The number of products that are read at once. It limits the memory for each client while a long list is sent. */
const READ_AT_ONCE = 100;

function* readInParts(context: Context, summaries: readonly ProductSummary[]) {
  for (let from = 0; from < summaries.length; from += READ_AT_ONCE)
    yield async () =>
      addOwnRates(context, await readWholeProducts(context.db, summaries.slice(from, from + READ_AT_ONCE)));
}

export async function findBySearch(context: Context, text: string) {
  const { all, close } = searchSummaries(getSnapshot(context).products, text);
  const first = all.slice(0, MAX_SEARCH_RESULTS);
  const others = close.slice(0, MAX_SEARCH_RESULTS - first.length);
  const cards = (await loadProducts(context, [...first, ...others])).map(toCard);
  return {
    success: true,
    data: cards.slice(0, first.length),
    total: all.length,
    close: cards.slice(first.length),
  } satisfies AnswerOf<typeof findProductsEndpoint>;
}

export const hasNoSearchMatch = (context: Context, text: string): boolean =>
  isSearch(text) && searchSummaries(getSnapshot(context).products, text).all.length === 0;

/** Returns the ids of the lines' products that contain no wood, including removed products. */
export async function findWithoutWood(
  context: Context,
  lines: readonly { productId: string }[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(lines.map(({ productId }) => productId))];
  const products = ids.flatMap((id) => findInMemory(context, id) ?? []);
  const materialsOf = new Map(products.map(({ _id, kind }) => [_id, kind.materials]));
  const others = ids.filter((id) => !materialsOf.has(id));
  const rows =
    others.length === 0
      ? []
      : await context.db
          .select({ id: product.id, materials: product.materials })
          .from(product)
          .where(isAnyOf(product.id, others));
  for (const { id, materials } of rows) materialsOf.set(id, materials);
  return new Set([...materialsOf].filter(([, materials]) => !materials.some(isWood)).map(([id]) => id));
}

/** Returns `withoutWood: true` if `findWithoutWood` has found all products of the lines. */
export const markWithoutWood = (
  lines: readonly { productId: string }[],
  withoutWood: ReadonlySet<string>,
): { withoutWood?: true } =>
  lines.every(({ productId }) => withoutWood.has(productId)) ? { withoutWood: true } : {};

/** The values of a stored product that other features use. Null if the owner has not entered a value. */
export type ProductRecord = Pick<
  typeof product.$inferSelect,
  "title" | "category" | "weight" | "packed" | "shelf"
>;

/** Returns stored values of products by id, including removed products (D91). */
export async function findProductRecords(
  db: Db,
  productIds: Iterable<string>,
): Promise<ReadonlyMap<string, ProductRecord>> {
  const { id, title, category, weight, packed, shelf } = product;
  const rows = await db
    .select({ id, title, category, weight, packed, shelf })
    .from(product)
    .where(isAnyOf(id, [...new Set(productIds)]));
  return new Map(rows.map(({ id: productId, ...row }) => [productId, row]));
}
