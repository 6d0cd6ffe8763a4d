import { endpoint, typed } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";

export const downloadData = endpoint(typed<typeof contracts.downloadData>, {
  method: "GET",
  path: "/api/account/data",
  policy: "customer",
});

export const deleteAccount = endpoint(typed<typeof contracts.deleteAccount>, {
  method: "DELETE",
  path: "/api/account",
  policy: "customer",
});
