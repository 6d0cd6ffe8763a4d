import type { Feature } from "#platform/feature.ts";
import { offerRoutes } from "./routes.ts";
import { createOfferCommands, type ShownContent } from "./special-offer.ts";

export function createMerchandisingFeature(shown: ShownContent): Feature {
  const { commands, change } = createOfferCommands(shown);
  return { name: "merchandising", routes: offerRoutes, commands, changes: [change] };
}
