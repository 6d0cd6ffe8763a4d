import type { Feature } from "#platform/feature.ts";
import { textCommands } from "./commands.ts";
import { textRoutes } from "./routes.ts";

export const texts: Feature = { name: "texts", routes: textRoutes, commands: textCommands };
