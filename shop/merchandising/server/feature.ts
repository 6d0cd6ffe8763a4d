import type { Feature } from "#platform/feature.ts";
import { route, type Route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { readSpecialOffer } from "../endpoints.ts";
import { getShownOffer } from "./special-offer.ts";

const offerRoutes: Route[] = [
  route(readSpecialOffer, contracts.readSpecialOffer, async (context) => getShownOffer(context)),
];

export const merchandising: Feature = { name: "merchandising", routes: offerRoutes };
