import { endpoint, typed } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";
import { specialOfferFrom } from "./special-offer.ts";

export const readSpecialOffer = endpoint(typed<typeof contracts.readSpecialOffer>, {
  method: "GET",
  path: "/api/special-offer",
  policy: "public",
  read: specialOfferFrom,
});
