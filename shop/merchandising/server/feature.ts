import type { Feature } from "#platform/feature.ts";
import { type ChangeShownContent, offerCommands } from "./offer-commands.ts";
import { offerRoutes } from "./routes.ts";

export const merchandising = (changeShownContent: ChangeShownContent): Feature => ({
  name: "merchandising",
  routes: offerRoutes,
  commands: offerCommands(changeShownContent),
});
