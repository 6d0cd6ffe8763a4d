import { endpoint, typed } from "#contract/endpoint.ts";
import { fieldsOf, listIn, listOf, textOf } from "#contract/read.ts";
import type * as contracts from "./contracts.ts";
import { type ProductCard, toCard } from "./card.ts";
import { productListingFrom } from "./listing.ts";
import { productFrom } from "./read-product.ts";
import { shopWindowFrom } from "#shop/merchandising/home-content.ts";

/** Names come as objects or as plain texts (§3); undefined for an answer without a list. */
function categoriesFrom(body: unknown): { categories: { name: string }[] } | undefined {
  const list = listIn(body, "categories");
  return list ? { categories: listOf(list, categoryFrom) } : undefined;
}

function categoryFrom(given: unknown): { name: string } | null {
  const name = textOf(given) || textOf(fieldsOf(given)["name"]);
  return name ? { name } : null;
}

export const listCategories = endpoint(typed<typeof contracts.listCategories>, {
  method: "GET",
  path: "/api/categories",
  policy: "public",
  read: categoriesFrom,
});

export const listProducts = endpoint(typed<typeof contracts.listProducts>, {
  method: "GET",
  path: "/api/products/list/",
  policy: "public",
  read: productListingFrom,
});

export const listByCategory = endpoint(typed<typeof contracts.listByCategory>, {
  method: "GET",
  path: "/api/products/listByCategory",
  policy: "public",
  read: productListingFrom,
});

export const readProduct = endpoint(typed<typeof contracts.readProduct>, {
  method: "GET",
  path: "/api/products/list/:id",
  policy: "public",
  read: (body) => (body === undefined ? undefined : productFrom(body)),
});

/** The cards of an answer; a page can do without them, so that none is what an odd answer comes to. */
const cardsFrom = (body: unknown): { data: ProductCard[] } => ({
  data: listOf(listIn(body, "data"), (entry) => {
    const product = productFrom(entry);
    return product && toCard(product);
  }),
});

export const findProducts = endpoint(typed<typeof contracts.findProducts>, {
  method: "GET",
  path: "/api/products/search",
  policy: "public",
  read: cardsFrom,
});

export const listComplements = endpoint(typed<typeof contracts.listComplements>, {
  method: "GET",
  path: "/api/products/complements/:id",
  policy: "public",
  read: cardsFrom,
});

/** What a page needs of a Hot Products tile; without a product or a kind, it knows what to show (D26, D101). */
const hotProductFrom = (body: unknown): { productId: string | null; subcategory: string | undefined } => {
  const { productId, subcategory } = fieldsOf(body);
  return { productId: textOf(productId) || null, subcategory: textOf(subcategory) || undefined };
};

export const readHotProduct = endpoint(typed<typeof contracts.readHotProduct>, {
  method: "GET",
  path: "/api/products/hot/:tile",
  policy: "public",
  read: hotProductFrom,
});

export const readHomeContent = endpoint(typed<typeof contracts.readHomeContent>, {
  method: "GET",
  path: "/api/storefront",
  policy: "public",
  read: shopWindowFrom,
});
