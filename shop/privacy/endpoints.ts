import { defineEndpoint, type DefineEndpoint } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";

/* @__NO_SIDE_EFFECTS__ */
const define: DefineEndpoint<typeof contracts> = (_name, ...facts) => defineEndpoint(...facts);

export const downloadData = define("downloadData", "GET /api/account/data", "customer");
export const deleteAccount = define("deleteAccount", "DELETE /api/account", "customer");
