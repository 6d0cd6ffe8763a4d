import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { pickFields } from "#contract/read.ts";
import { homeContentSchema } from "#shop/merchandising/response-schemas.ts";
import { cardFields, toListCard } from "./card.ts";
import { listingParameterNames } from "./filters.ts";
import type { Product } from "./product.ts";
import { productSchema } from "./response-schemas.ts";

const wholeNumberFromOne = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^[1-9]\d{0,5}$/, "page and limit must be whole numbers from 1."),
    v.transform(Number),
  ),
);

/** The parameters for one page of a list. Without them, the response contains all products (D44). */
const paging = { page: wholeNumberFromOne, limit: wholeNumberFromOne } as const;

const parameter = v.optional(
  v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform((value) => (typeof value === "string" ? value : (value.at(-1) ?? ""))),
  ),
);

const listingParameters = v.entriesFromList(listingParameterNames, parameter);

const productList = v.object({
  success: v.literal(true),
  message: v.string(),
  data: v.array(productSchema),
  total: v.number(),
});

const toCardList = ({ data, ...others }: { data: Product[] }) => ({
  ...others,
  data: data.map((product) => ({
    ...toListCard(product),
    ...pickFields(product, ["createdAt", "sales", "featuredRank"]),
  })),
});

const card = v.pick(productSchema, [...cardFields, "images"]);

export const listCategories = defineContract({
  summary: "Lists the collections of the menu",
  answer: v.object({
    success: v.literal(true),
    categories: v.array(v.object({ name: v.string(), description: v.optional(v.string()) })),
  }),
  cached: true,
});

export const listProducts = defineContract({
  aliases: ["/api/products/list"],
  summary: "Lists all products, newest first; page and limit select a part",
  query: v.object(paging),
  answer: productList,
  cached: true,
  forPages: toCardList,
});

export const listByCategory = defineContract({
  summary: "Lists products of a category, subcategory, collection or search, filtered and sorted",
  query: v.object({ ...listingParameters, ...paging }),
  answer: v.object({
    ...productList.entries,
    facets: v.exactOptional(
      v.object({
        kinds: v.array(v.object({ name: v.string(), count: v.number() })),
        inStock: v.number(),
      }),
    ),
    /** The search text. Missing if the query contains no search, or if another backend cannot search (D101). */
    searched: v.exactOptional(v.string()),
    close: v.exactOptional(v.array(card)),
  }),
  cached: true,
  forPages: toCardList,
});

const noSuchProduct = { status: 404, message: "This product is no longer in the shop." } as const;

export const readProduct = defineContract({
  summary: "Returns one product",
  answer: productSchema,
  refusals: { no_such_product: noSuchProduct },
  cached: true,
});

export const findProducts = defineContract({
  summary: "Searches products, best matches first; tolerates small spelling mistakes",
  query: v.object({ q: v.optional(v.string(), "") }),
  answer: v.object({
    success: v.literal(true),
    data: v.array(card),
    /** The number of products that contain all words of the search. `data` contains only the first of them. */
    total: v.number(),
    /**
     * Close matches, best first, such as products with only some of the words or just outside the price limits.
     * `data` and `close` together have at most `MAX_SEARCH_RESULTS` products.
     */
    close: v.array(card),
  }),
  cached: true,
});

export const listComplements = defineContract({
  summary: "Lists up to four products of other types that go with a product and are not sold out",
  answer: v.object({ success: v.literal(true), data: v.array(card) }),
  refusals: { no_such_product: noSuchProduct },
  cached: true,
});

export const readHotProduct = defineContract({
  summary: "Returns the product of a Hot Products tile (1 to 6), or the listing that it opens instead",
  answer: v.object({
    success: v.literal(true),
    tile: v.number(),
    name: v.string(),
    /** The product of the tile. If it is null, the page opens the listing of `subcategory` (D26). */
    productId: v.nullable(v.string()),
    subcategory: v.string(),
  }),
  refusals: { no_such_tile: { status: 404, message: "There are six tiles, 1 to 6." } },
  cached: true,
});

export const readHomeContent = defineContract({
  summary: "Returns banners, tiles, offers, services, videos, story pictures and collections",
  answer: homeContentSchema,
  cached: true,
});
