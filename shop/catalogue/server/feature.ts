import type { Feature } from "#platform/feature.ts";
import { catalogueFindings } from "./check-catalogue.ts";
import { catalogueCommands } from "./commands.ts";
import { openCatalogue } from "./open-catalogue.ts";
import { catalogueRoutes } from "./routes.ts";

export const catalogue: Feature = {
  name: "catalogue",
  routes: catalogueRoutes,
  commands: catalogueCommands,
  checks: [catalogueFindings],
  open: openCatalogue,
};
