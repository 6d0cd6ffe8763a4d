import type { Feature } from "#platform/feature.ts";
import { route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { readSpecialOffer } from "../endpoints.ts";
import { getShownOffer } from "./special-offer.ts";

export const merchandising: Feature = {
  name: "merchandising",
  routes: [route(readSpecialOffer, contracts.readSpecialOffer, async (context) => getShownOffer(context))],
};
