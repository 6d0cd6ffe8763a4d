import type { Feature } from "#platform/feature.ts";
import { checkWholeCatalogue } from "./check-catalogue.ts";
import { catalogueCommands } from "./commands.ts";
import { openCatalogue } from "./open-catalogue.ts";
import { onCatalogueChanged, onCatalogueChangedAWhileAgo } from "./purge-pages.ts";
import { catalogueRoutes } from "./routes.ts";
import { checkStoredPictures } from "./shown-pictures.ts";

export const catalogue: Feature = {
  name: "catalogue",
  routes: catalogueRoutes,
  subscribers: [onCatalogueChanged, onCatalogueChangedAWhileAgo],
  commands: catalogueCommands,
  checks: [checkWholeCatalogue, checkStoredPictures],
  open: openCatalogue,
};
