import { endpoint } from "#contract/endpoint.ts";
import { specialOfferFrom, specialOfferSchema } from "./special-offer.ts";

export const readSpecialOffer = endpoint({
  method: "GET",
  path: "/api/special-offer",
  summary: "The special offer; heading and points are empty when there is none",
  policy: "public",
  answer: specialOfferSchema,
  read: specialOfferFrom,
  refusals: {},
  cached: true,
});
