import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";

export const readShopText = defineEndpoint(withContract<typeof contracts.readShopText>, {
  method: "GET",
  path: "/api/texts/:name",
  policy: "public",
  requiredList: "sections",
});
