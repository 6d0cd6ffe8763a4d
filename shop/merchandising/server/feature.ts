import type { Feature } from "#platform/feature.ts";
import { offerRoutes } from "./routes.ts";
import { type ChangeShownContent, createOfferCommands } from "./special-offer.ts";

export const createMerchandisingFeature = (changeShownContent: ChangeShownContent): Feature => ({
  name: "merchandising",
  routes: offerRoutes,
  commands: createOfferCommands(changeShownContent),
});
