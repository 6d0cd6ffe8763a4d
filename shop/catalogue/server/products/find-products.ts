import type { AnswerOf } from "#contract/endpoint.ts";
import { slicePage } from "#contract/paging.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/refuse.ts";
import type { HomeContent } from "#shop/merchandising/home-content.ts";
import type { listCategories, listProducts, readHotProduct } from "../../endpoints.ts";
import { readListing } from "../../filters.ts";
import { selectProducts } from "../../select-products.ts";
import type { Product } from "../../product.ts";
import { getSnapshot } from "../snapshot/snapshot.ts";

type ProductList = AnswerOf<typeof listProducts>;

type ListingParameters = Parameters<typeof readListing>[0];

/** Both undefined: the whole selection (D44). `limit` alone gives page 1. */
interface Part {
  page?: number | undefined;
  limit?: number | undefined;
}

/** A product that is in the shop now, from memory, at most a second old; null when there is none (D91). */
export const findProduct = (context: Context, productId: string): Product | null =>
  getSnapshot(context).byId.get(productId) ?? null;

export const findAllProducts = (context: Context, part: Part): ProductList =>
  toProductList(getSnapshot(context).products, part);

/** So many products as an example of what the shop sells; fewer when it has fewer. */
export const listSomeProducts = (context: Context, count: number): readonly Product[] =>
  getSnapshot(context).products.slice(0, count);

/** The listing of §2.5: filtered and sorted as its address says. */
export const findByCategory = (
  context: Context,
  { page, limit, ...query }: Omit<ListingParameters, "page"> & Part,
): ProductList =>
  toProductList(selectProducts(getSnapshot(context).products, readListing(query)), { page, limit });

export const findOneProduct = (context: Context, productId: string) =>
  findProduct(context, productId) ?? refuse("no_such_product");

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

export const findHomeContent = (context: Context): HomeContent => getSnapshot(context).homeContent;

/** Where a page is asked for and no limit. */
export const DEFAULT_PAGE_SIZE = 20;

function toProductList(selection: readonly Product[], { page, limit }: Part): ProductList {
  const size = limit ?? (page === undefined ? null : DEFAULT_PAGE_SIZE);
  const beyond = size !== null && ((page ?? 1) - 1) * size >= selection.length;
  return {
    success: true,
    message: "Products fetched successfully",
    data: beyond ? [] : [...slicePage(selection, page ?? 1, size)],
    total: selection.length,
  };
}
