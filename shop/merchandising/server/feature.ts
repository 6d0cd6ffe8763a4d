import type { Feature } from "#platform/feature.ts";
import { type ChangeShownContent, createOfferCommands } from "./offer-commands.ts";
import { offerRoutes } from "./routes.ts";

export const createMerchandisingFeature = (changeShownContent: ChangeShownContent): Feature => ({
  name: "merchandising",
  routes: offerRoutes,
  commands: createOfferCommands(changeShownContent),
});
