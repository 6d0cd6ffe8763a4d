import { route, type Route } from "#platform/route.ts";
import {
  findProducts,
  listByCategory,
  listCategories,
  listComplements,
  listProducts,
  readHotProduct,
  readProduct,
  readHomeContent,
} from "../endpoints.ts";
import { findComplements } from "./find-complements.ts";
import {
  findAllProducts,
  findByCategory,
  findCollections,
  findHotProduct,
  findOneProduct,
  findHomeContent,
} from "./find-products.ts";
import { findBySearch } from "./find-by-search.ts";

export const catalogueRoutes: Route[] = [
  route(listCategories, (context) => findCollections(context)),
  route(listProducts, (context, { query }) => findAllProducts(context, query)),
  route(listByCategory, (context, { query }) => findByCategory(context, query)),
  route(readProduct, (context, { params }) => findOneProduct(context, params.id)),
  route(findProducts, (context, { query }) => findBySearch(context, query.q)),
  route(listComplements, (context, { params }) => findComplements(context, params.id)),
  route(readHotProduct, (context, { params }) => findHotProduct(context, params.tile)),
  route(readHomeContent, (context) => findHomeContent(context)),
];
