import type { AnswerOf } from "#contract/endpoint.ts";
import type { SitemapProduct } from "#contract/page.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import type { HomeContent } from "#shop/merchandising/home-content.ts";
import type { listCategories, readHotProduct } from "../../endpoints.ts";
import type { Product } from "../../product.ts";
import { DEFAULT_SORTING } from "../../sorting.ts";
import type { ProductSummary } from "../snapshot/product-summary.ts";
import { findProductsIn } from "../snapshot/product-cache.ts";
import { getProductCache, getCatalogueRevision, getSnapshot } from "../snapshot/snapshot.ts";

/** These products with all that travels of them, in their order. */
export const describeProducts = (
  context: Context,
  summaries: readonly ProductSummary[],
): Promise<Product[]> => findProductsIn(context.db, getProductCache(context), summaries);

/** A product that is in the shop now, at most a second old; null when there is none (D91). */
export async function findProduct(context: Context, productId: string): Promise<Product | null> {
  const summary = getSnapshot(context).products.get(productId);
  const [product = null] = summary ? await describeProducts(context, [summary]) : [];
  return product;
}

/** Those of these products that are in the shop now, by their ids. */
export async function findProducts(
  context: Context,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, Product>> {
  const { products } = getSnapshot(context);
  const summaries = [...new Set(productIds)].flatMap((id) => products.get(id) ?? []);
  return new Map((await describeProducts(context, summaries)).map((product) => [product._id, product]));
}

/** What a product is called and what can still be had of it; undefined when it is not in the shop now. */
export const findProductSummary = (context: Context, productId: string): ProductSummary | undefined =>
  getSnapshot(context).products.get(productId);

/** So many of the newest products; fewer when the shop has fewer. */
export const listNewestProducts = (context: Context, count: number): Promise<Product[]> =>
  describeProducts(context, getSnapshot(context).products.listBy(DEFAULT_SORTING).slice(0, count));

/** Every product in the shop, newest first. */
export const listSitemapProducts = (context: Context): SitemapProduct[] =>
  getSnapshot(context)
    .products.listBy(DEFAULT_SORTING)
    .map(({ _id, kind: { category, subcategory, collection }, createdAt }) => ({
      _id,
      category,
      subcategory,
      collection,
      createdAt: new Date(createdAt).toISOString(),
    }));

export const findOneProduct = async (context: Context, productId: string) =>
  (await findProduct(context, productId)) ?? refuse("no_such_product");

/** D41: the categories of the call are the collections of the menu. */
export const findCollections = (context: Context) =>
  ({ success: true, categories: findHomeContent(context).collections }) satisfies AnswerOf<
    typeof listCategories
  >;

/** D26: the product on the tile, or the listing that stands in for it. */
export function findHotProduct(context: Context, tile: string) {
  const hot = findHomeContent(context).hotProducts.find((one) => String(one.tile) === tile);
  if (!hot) return refuse("no_such_tile");
  const { name, productId, subcategory } = hot;
  return { success: true, tile: hot.tile, name, productId, subcategory } satisfies AnswerOf<
    typeof readHotProduct
  >;
}

export const answerHomeContent = (context: Context): HomeContent => ({
  ...findHomeContent(context),
  revision: getCatalogueRevision(context),
});

export const findHomeContent = (context: Context): HomeContent => getSnapshot(context).homeContent;
