import type { Feature } from "#platform/feature.ts";
import { privacyCommands } from "./commands.ts";
import { privacyRoutes } from "./routes.ts";

export const privacy: Feature = { name: "privacy", routes: privacyRoutes, commands: privacyCommands };
