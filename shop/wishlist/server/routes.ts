import { route, type Route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { readSaved, removeSaved, saveProducts } from "../endpoints.ts";
import * as saved from "./saved-products.ts";

export const wishlistRoutes: Route[] = [
  route(readSaved, contracts.readSaved, (context, { principal }) =>
    saved.findSaved(context, principal.accountId),
  ),
  route(saveProducts, contracts.saveProducts, (context, { principal, body }) =>
    saved.saveProducts(context, principal.accountId, body.productIds),
  ),
  route(removeSaved, contracts.removeSaved, (context, { principal, body }) =>
    saved.removeSaved(context, principal.accountId, body.productIds),
  ),
];
