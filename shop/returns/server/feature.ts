import type { Feature } from "#platform/feature.ts";
import { returnCommands } from "./commands.ts";
import { returnRoutes } from "./routes.ts";

export const returns: Feature = { name: "returns", routes: returnRoutes, commands: returnCommands };
