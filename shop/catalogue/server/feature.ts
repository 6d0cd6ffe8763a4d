import type { Feature } from "#platform/feature.ts";
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
import { catalogueChange } from "./catalogue-changes.ts";
import { checkCatalogue, checkCatalogueFolder } from "./check-catalogue.ts";
import { catalogueCommands, catalogueValues } from "./commands.ts";
import { openCatalogue } from "./open-catalogue.ts";
import { findComplements } from "./products/complements.ts";
import {
  findCollections,
  findHotProduct,
  findOneProduct,
  answerHomeContent,
  findByCategory,
  findBySearch,
} from "./products/find-products.ts";
import { onCatalogueChanged, purgeAgain } from "./purge-pages.ts";
import { checkStoredPictures } from "./shown-pictures.ts";
import { serveSizeDrawings } from "./size-drawing.ts";

const catalogueRoutes: Route[] = [
  route(listCategories, contracts.listCategories, (context) => findCollections(context)),
  route(listProducts, contracts.listProducts, (context, { query }) => findByCategory(context, query)),
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

export const catalogue: Feature = {
  name: "catalogue",
  routes: catalogueRoutes,
  plugins: [serveSizeDrawings],
  subscribers: [onCatalogueChanged, purgeAgain],
  commands: catalogueCommands,
  values: catalogueValues,
  changes: [catalogueChange],
  checks: [
    {
      name: "goods and seller",
      needs: "folder",
      risk: "other",
      check: checkCatalogueFolder,
      beforeOpening: true,
    },
    { name: "goods and seller", needs: "shop", risk: "other", check: checkCatalogue },
    { name: "pictures", needs: "shop", risk: "other", check: checkStoredPictures },
  ],
  open: openCatalogue,
};
