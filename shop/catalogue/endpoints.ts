import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import { readFields, findList, readEntries, readNumber, readText } from "#contract/read.ts";
import { parseHomeContent } from "#shop/merchandising/home-content.ts";
import type { ProductCard } from "./card.ts";
import type * as contracts from "./contracts.ts";
import { parseCards, parseProductListing } from "./listing.ts";
import { parseProduct } from "./read-product.ts";

function parseCategories(body: unknown): { categories: { name: string }[] } | undefined {
  const list = findList(body, "categories");
  return list ? { categories: readEntries(list, parseCategory) } : undefined;
}

function parseCategory(value: unknown): { name: string } | null {
  const name = readText(value) || readText(readFields(value)["name"]);
  return name ? { name } : null;
}

export const listCategories = defineEndpoint(withContract<typeof contracts.listCategories>, {
  method: "GET",
  path: "/api/categories",
  policy: "public",
  read: parseCategories,
});

export const listProducts = defineEndpoint(withContract<typeof contracts.listProducts>, {
  method: "GET",
  path: "/api/products/list/",
  policy: "public",
  read: parseProductListing,
});

export const listByCategory = defineEndpoint(withContract<typeof contracts.listByCategory>, {
  method: "GET",
  path: "/api/products/listByCategory",
  policy: "public",
  read: parseProductListing,
});

export const readProduct = defineEndpoint(withContract<typeof contracts.readProduct>, {
  method: "GET",
  path: "/api/products/list/:id",
  policy: "public",
  read: (body) => (body === undefined ? undefined : parseProduct(body)),
});

const parseCardList = (body: unknown): { data: ProductCard[] } => ({
  data: parseCards(findList(body, "data")),
});

function parseFound(body: unknown): { data: ProductCard[]; total: number; close: ProductCard[] } {
  const { data } = parseCardList(body);
  const { total, close } = readFields(body);
  return { data, total: Math.max(readNumber(total), data.length), close: parseCards(close) };
}

export const findProducts = defineEndpoint(withContract<typeof contracts.findProducts>, {
  method: "GET",
  path: "/api/products/search",
  policy: "public",
  read: parseFound,
});

export const listComplements = defineEndpoint(withContract<typeof contracts.listComplements>, {
  method: "GET",
  path: "/api/products/complements/:id",
  policy: "public",
  read: parseCardList,
});

/** Parses a Hot Products tile. Another backend may omit a field; the page then uses the tile's default (D26, D101). */
const parseHotProduct = (body: unknown): { productId: string | null; subcategory: string | undefined } => {
  const { productId, subcategory } = readFields(body);
  return { productId: readText(productId) || null, subcategory: readText(subcategory) || undefined };
};

export const readHotProduct = defineEndpoint(withContract<typeof contracts.readHotProduct>, {
  method: "GET",
  path: "/api/products/hot/:tile",
  policy: "public",
  read: parseHotProduct,
});

export const readHomeContent = defineEndpoint(withContract<typeof contracts.readHomeContent>, {
  method: "GET",
  path: "/api/storefront",
  policy: "public",
  read: parseHomeContent,
});
