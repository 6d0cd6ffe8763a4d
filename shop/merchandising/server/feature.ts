import type { Feature } from "#platform/feature.ts";
import { offerRoutes } from "./routes.ts";

export const merchandising: Feature = { name: "merchandising", routes: offerRoutes };
