import { bind, type Bound } from "#platform/bind.ts";
import {
  findProducts,
  listByCategory,
  listCategories,
  listComplements,
  listProducts,
  readHotProduct,
  readProduct,
  readShopWindow,
} from "../endpoints.ts";
import { findComplements } from "./find-complements.ts";
import {
  findAllProducts,
  findByCategory,
  findCollections,
  findHotProduct,
  findOneProduct,
  findShopWindow,
} from "./find-products.ts";
import { findBySearch } from "./find-by-search.ts";

export const catalogueRoutes: Bound[] = [
  bind(listCategories, (context) => findCollections(context)),
  bind(listProducts, (context, { query }) => findAllProducts(context, query)),
  bind(listByCategory, (context, { query }) => findByCategory(context, query)),
  bind(readProduct, (context, { params }) => findOneProduct(context, params.id)),
  bind(findProducts, (context, { query }) => findBySearch(context, query.q)),
  bind(listComplements, (context, { params }) => findComplements(context, params.id)),
  bind(readHotProduct, (context, { params }) => findHotProduct(context, params.tile)),
  bind(readShopWindow, (context) => findShopWindow(context)),
];
