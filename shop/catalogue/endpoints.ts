import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import { readFields, findList, readText } from "#contract/read.ts";
import type * as contracts from "./contracts.ts";
import { parseProductListing } from "./listing.ts";
import { parseProduct } from "./read-product.ts";

/** Each category in the response is a text, or an object with a name (D101). */
function parseCategories(body: unknown): { categories: { name: string }[] } | undefined {
  const list = findList(body, "categories");
  if (!list) return undefined;
  const names = list.map((category) => readText(category) || readText(readFields(category)["name"]));
  return { categories: names.filter(Boolean).map((name) => ({ name })) };
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

export const findProducts = defineEndpoint(withContract<typeof contracts.findProducts>, {
  method: "GET",
  path: "/api/products/search",
  policy: "public",
  requiredList: "data",
});

export const listComplements = defineEndpoint(withContract<typeof contracts.listComplements>, {
  method: "GET",
  path: "/api/products/complements/:id",
  policy: "public",
  requiredList: "data",
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
  requiredList: "banners",
});
