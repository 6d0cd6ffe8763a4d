import * as v from "valibot";
import { endpoint } from "#contract/endpoint.ts";
import { fieldsOf, listIn, listOf, textOf } from "#contract/read.ts";
import { type ProductCard, toCard } from "./card.ts";
import { listingParameters } from "./filters.ts";
import { productListingFrom } from "./listing.ts";
import { productFrom } from "./read-product.ts";
import { productSchema } from "./product.ts";
import { shopWindowFrom, homeContentSchema } from "#shop/merchandising/home-content.ts";

const wholeNumberFromOne = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^[1-9]\d{0,5}$/, "page and limit are whole numbers from 1."),
    v.transform(Number),
  ),
);

/** Without them the answer is the whole selection (D44). */
const paging = { page: wholeNumberFromOne, limit: wholeNumberFromOne } as const;

const productList = v.object({
  success: v.literal(true),
  message: v.string(),
  data: v.array(productSchema),
  /** How many there are in the whole selection, whatever the page. */
  total: v.number(),
});

/** Names come as objects or as plain texts (§3); undefined for an answer without a list. */
function categoriesFrom(body: unknown): { categories: { name: string }[] } | undefined {
  const list = listIn(body, "categories");
  return list ? { categories: listOf(list, categoryFrom) } : undefined;
}

function categoryFrom(given: unknown): { name: string } | null {
  const name = textOf(given) || textOf(fieldsOf(given)["name"]);
  return name ? { name } : null;
}

export const listCategories = endpoint({
  method: "GET",
  path: "/api/categories",
  summary: "The collections, for the Collections menu",
  policy: "public",
  answer: v.object({
    success: v.literal(true),
    categories: v.array(v.object({ name: v.string(), description: v.optional(v.string()) })),
  }),
  read: categoriesFrom,
  refusals: {},
  cached: true,
});

export const listProducts = endpoint({
  method: "GET",
  path: "/api/products/list/",
  aliases: ["/api/products/list"],
  summary: "All products, newest first; page and limit give a part",
  policy: "public",
  query: v.object(paging),
  answer: productList,
  read: productListingFrom,
  refusals: {},
  cached: true,
});

export const listByCategory = endpoint({
  method: "GET",
  path: "/api/products/listByCategory",
  summary: "The products of a category, subcategory or collection, filtered and sorted",
  policy: "public",
  query: v.object({ ...listingParameters, ...paging }),
  answer: productList,
  read: productListingFrom,
  refusals: {},
  cached: true,
});

export const readProduct = endpoint({
  method: "GET",
  path: "/api/products/list/:id",
  summary: "One product",
  policy: "public",
  answer: productSchema,
  read: (body) => (body === undefined ? undefined : productFrom(body)),
  refusals: { no_such_product: { status: 404, message: "This product is no longer in the shop." } },
  cached: true,
});

/** As much of a product as a list shows: `ProductCard`. */
const card = v.pick(productSchema, [
  "_id",
  "title",
  "category",
  "subcategory",
  "materials",
  "size",
  "price",
  "originalPrice",
  "discount",
  "stock",
  "images",
]);

/** The cards of an answer; a page can do without them, so that none is what an odd answer comes to. */
const cardsFrom = (body: unknown): { data: ProductCard[] } => ({
  data: listOf(listIn(body, "data"), (entry) => {
    const product = productFrom(entry);
    return product && toCard(product);
  }),
});

export const findProducts = endpoint({
  method: "GET",
  path: "/api/products/search",
  summary: "The products that a few words may mean, best first; small slips of spelling are forgiven",
  policy: "public",
  query: v.object({ q: v.optional(v.string(), "") }),
  answer: v.object({ success: v.literal(true), data: v.array(card) }),
  read: cardsFrom,
  refusals: {},
  cached: true,
});

export const listComplements = endpoint({
  method: "GET",
  path: "/api/products/complements/:id",
  summary: "Up to four products that go with one: of its collection or its wood, none of them sold out",
  policy: "public",
  answer: v.object({ success: v.literal(true), data: v.array(card) }),
  read: cardsFrom,
  refusals: { no_such_product: { status: 404, message: "This product is no longer in the shop." } },
  cached: true,
});

/** What a page needs of a Hot Products tile; without a product or a kind, it knows what to show (D26, D101). */
const hotProductFrom = (body: unknown): { productId: string | null; subcategory: string | undefined } => {
  const { productId, subcategory } = fieldsOf(body);
  return { productId: textOf(productId) || null, subcategory: textOf(subcategory) || undefined };
};

export const readHotProduct = endpoint({
  method: "GET",
  path: "/api/products/hot/:tile",
  summary: "The product on a Hot Products tile (1 to 6), or the listing that stands in for it",
  policy: "public",
  answer: v.object({
    success: v.literal(true),
    tile: v.number(),
    name: v.string(),
    /** Null once the product is gone: show the listing of `subcategory` (D26). */
    productId: v.nullable(v.string()),
    subcategory: v.string(),
  }),
  read: hotProductFrom,
  refusals: { no_such_tile: { status: 404, message: "There are six tiles, 1 to 6." } },
  cached: true,
});

export const readHomeContent = endpoint({
  method: "GET",
  path: "/api/storefront",
  summary: "Banners, tiles, offers, services, videos, story pictures and collections",
  policy: "public",
  answer: homeContentSchema,
  read: shopWindowFrom,
  refusals: {},
  cached: true,
});
