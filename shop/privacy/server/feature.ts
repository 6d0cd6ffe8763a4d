import type { Feature } from "#platform/feature.ts";
import { privacyRoutes } from "./routes.ts";

export const privacy: Feature = { name: "privacy", routes: privacyRoutes };
