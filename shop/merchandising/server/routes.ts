import { route, type Route } from "#platform/route.ts";
import { readSpecialOffer } from "../endpoints.ts";
import { findSpecialOffer } from "./find-special-offer.ts";

export const offerRoutes: Route[] = [route(readSpecialOffer, ({ db }) => findSpecialOffer(db))];
