import { route, type Route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { readSpecialOffer } from "../endpoints.ts";
import { getShownOffer } from "./special-offer.ts";

export const offerRoutes: Route[] = [
  route(readSpecialOffer, contracts.readSpecialOffer, async (context) => getShownOffer(context)),
];
