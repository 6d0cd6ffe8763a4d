import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";

export const requestStockMail = defineEndpoint(withContract<typeof contracts.requestStockMail>, {
  method: "POST",
  path: "/api/back-in-stock",
  policy: "public",
});
