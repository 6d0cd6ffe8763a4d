import type { AnswerOf } from "#contract/endpoint.ts";
import type { Context } from "#platform/context.ts";
import { JsonStream } from "#platform/http/bodies.ts";
import type { listProducts } from "../../endpoints.ts";
import { readListing } from "../../filters.ts";
import type { ProductSummary } from "../snapshot/product-summary.ts";
import { CACHED_PRODUCTS, readWholeProducts } from "../snapshot/product-cache.ts";
import { selectSummaries } from "../snapshot/select-summaries.ts";
import { getSnapshot } from "../snapshot/snapshot.ts";
import { describeProducts } from "./find-products.ts";

type ProductList = AnswerOf<typeof listProducts> | JsonStream;

type ListingParameters = Parameters<typeof readListing>[0];

/** Both undefined: the whole selection (D44). `limit` alone gives page 1. */
interface Part {
  page?: number | undefined;
  limit?: number | undefined;
}

export const findAllProducts = (context: Context, part: Part): Promise<ProductList> =>
  findByCategory(context, part);

/** The listing of §2.5: filtered and sorted as its address says. */
export async function findByCategory(
  context: Context,
  { page, limit, ...query }: Omit<ListingParameters, "page"> & Part,
): Promise<ProductList> {
  const { products } = getSnapshot(context);
  const size = limit ?? (page === undefined ? Infinity : DEFAULT_PAGE_SIZE);
  const from = page === undefined || size === Infinity ? 0 : (page - 1) * size;
  const { summaries, total } = selectSummaries(products, readListing(query), { from, to: from + size });
  const head = { success: true as const, message: "Products fetched successfully" };
  return summaries.length > CACHED_PRODUCTS
    ? new JsonStream(head, "data", readInParts(context, summaries), { total })
    : { ...head, data: await describeProducts(context, summaries), total };
}

/** Where a page is asked for and no limit. */
export const DEFAULT_PAGE_SIZE = 20;

/** So many products are in memory for one who reads a long list, however slowly. */
const READ_AT_ONCE = 100;

function* readInParts(context: Context, summaries: readonly ProductSummary[]) {
  for (let from = 0; from < summaries.length; from += READ_AT_ONCE)
    yield () => readWholeProducts(context.db, summaries.slice(from, from + READ_AT_ONCE));
}
