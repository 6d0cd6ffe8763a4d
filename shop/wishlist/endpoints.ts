import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";

export const readSaved = defineEndpoint(withContract<typeof contracts.readSaved>, {
  method: "GET",
  path: "/api/wishlist",
  policy: "customer",
  requiredList: "productIds",
});

export const saveProducts = defineEndpoint(withContract<typeof contracts.saveProducts>, {
  method: "POST",
  path: "/api/wishlist/add",
  policy: "customer",
  requiredList: "productIds",
});

export const removeSaved = defineEndpoint(withContract<typeof contracts.removeSaved>, {
  method: "DELETE",
  path: "/api/wishlist/remove",
  policy: "customer",
  requiredList: "productIds",
});
