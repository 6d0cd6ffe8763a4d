import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";
import { parseSpecialOffer } from "./special-offer.ts";

export const readSpecialOffer = defineEndpoint(withContract<typeof contracts.readSpecialOffer>, {
  method: "GET",
  path: "/api/special-offer",
  policy: "public",
  read: parseSpecialOffer,
});
