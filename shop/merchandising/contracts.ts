import { defineContract } from "#contract/endpoint.ts";
import { specialOfferSchema } from "./response-schemas.ts";

export const readSpecialOffer = defineContract({
  summary: "The special offer; heading and points are empty when there is none",
  answer: specialOfferSchema,
  refusals: {},
  cached: true,
});
