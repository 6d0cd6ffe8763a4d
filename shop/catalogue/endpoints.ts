import { defineEndpoint, type DefineEndpoint } from "#contract/endpoint.ts";
import { readFields, findList, readText } from "#contract/read.ts";
import type * as contracts from "./contracts.ts";
import { parseProductListing } from "./listing.ts";
import { parseProduct } from "./read-product.ts";

/* @__NO_SIDE_EFFECTS__ */
const define: DefineEndpoint<typeof contracts> = (_name, ...facts) => defineEndpoint(...facts);

/** Each category in the response is a text, or an object with a name (D101). */
function parseCategories(body: unknown): { categories: { name: string }[] } | undefined {
  const list = findList(body, "categories");
  if (!list) return undefined;
  const names = list.map((category) => readText(category) || readText(readFields(category)["name"]));
  return { categories: names.filter(Boolean).map((name) => ({ name })) };
}

export const listCategories = define("listCategories", "GET /api/categories", "public", {
  read: parseCategories,
});
export const listProducts = define("listProducts", "GET /api/products/list/", "public", {
  read: parseProductListing,
});
export const listByCategory = define("listByCategory", "GET /api/products/listByCategory", "public", {
  read: parseProductListing,
});
export const readProduct = define("readProduct", "GET /api/products/list/:id", "public", {
  read: (body) => (body === undefined ? undefined : parseProduct(body)),
});
export const findProducts = define("findProducts", "GET /api/products/search", "public", {
  requiredList: "data",
});
export const listComplements = define("listComplements", "GET /api/products/complements/:id", "public", {
  requiredList: "data",
});

/** Parses a Hot Products tile. Another backend may omit a field; the page then uses the tile's default (D26, D101). */
const parseHotProduct = (body: unknown): { productId: string | null; subcategory: string | undefined } => {
  const { productId, subcategory } = readFields(body);
  return { productId: readText(productId) || null, subcategory: readText(subcategory) || undefined };
};

export const readHotProduct = define("readHotProduct", "GET /api/products/hot/:tile", "public", {
  read: parseHotProduct,
});
export const readHomeContent = define("readHomeContent", "GET /api/storefront", "public", {
  requiredList: "banners",
});
