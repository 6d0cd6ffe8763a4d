import { bind, type Bound } from "#platform/bind.ts";
import { readSpecialOffer } from "../endpoints.ts";
import { findSpecialOffer } from "./find-special-offer.ts";

export const offerRoutes: Bound[] = [bind(readSpecialOffer, ({ db }) => findSpecialOffer(db))];
