import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";

export const downloadData = defineEndpoint(withContract<typeof contracts.downloadData>, {
  method: "GET",
  path: "/api/account/data",
  policy: "customer",
});

export const deleteAccount = defineEndpoint(withContract<typeof contracts.deleteAccount>, {
  method: "DELETE",
  path: "/api/account",
  policy: "customer",
});
