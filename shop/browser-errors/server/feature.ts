import type { Feature } from "#platform/feature.ts";
import { browserErrorRoutes } from "./routes.ts";

export const browserErrors: Feature = { name: "browser-errors", routes: browserErrorRoutes };
