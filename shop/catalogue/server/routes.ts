import { route, type Route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
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
import { findComplements } from "./products/complements.ts";
import {
  findCollections,
  findHotProduct,
  findOneProduct,
  answerHomeContent,
  findAllProducts,
  findByCategory,
  findBySearch,
} from "./products/find-products.ts";

export const catalogueRoutes: Route[] = [
  route(listCategories, contracts.listCategories, (context) => findCollections(context)),
  route(listProducts, contracts.listProducts, (context, { query }) => findAllProducts(context, query)),
  route(listByCategory, contracts.listByCategory, (context, { query }) => findByCategory(context, query)),
  route(readProduct, contracts.readProduct, (context, { params }) => findOneProduct(context, params.id)),
  route(findProducts, contracts.findProducts, (context, { query }) => findBySearch(context, query.q)),
  route(listComplements, contracts.listComplements, (context, { params }) =>
    findComplements(context, params.id),
  ),
  route(readHotProduct, contracts.readHotProduct, (context, { params }) =>
    findHotProduct(context, params.tile),
  ),
  route(readHomeContent, contracts.readHomeContent, answerHomeContent),
];
