import { defineEndpoint, type DefineEndpoint } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";
import { parseSpecialOffer } from "./special-offer.ts";

/* @__NO_SIDE_EFFECTS__ */
const define: DefineEndpoint<typeof contracts> = (_name, ...facts) => defineEndpoint(...facts);

export const readSpecialOffer = define("readSpecialOffer", "GET /api/special-offer", "public", {
  read: parseSpecialOffer,
});
