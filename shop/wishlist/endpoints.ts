import { defineEndpoint, type DefineEndpoint } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";

/* @__NO_SIDE_EFFECTS__ */
const define: DefineEndpoint<typeof contracts> = (_name, ...facts) => defineEndpoint(...facts);

export const readSaved = define("readSaved", "GET /api/wishlist", "customer", { requiredList: "productIds" });
export const saveProducts = define("saveProducts", "POST /api/wishlist/add", "customer", {
  requiredList: "productIds",
});
export const removeSaved = define("removeSaved", "DELETE /api/wishlist/remove", "customer", {
  requiredList: "productIds",
});
