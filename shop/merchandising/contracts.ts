import { defineContract } from "#contract/endpoint.ts";
import { specialOfferSchema } from "./response-schemas.ts";

export const readSpecialOffer = defineContract({
  summary: "Returns the special offer; heading and points are empty if there is none",
  answer: specialOfferSchema,
  cached: true,
});
