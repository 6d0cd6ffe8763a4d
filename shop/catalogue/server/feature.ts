import type { Feature } from "#platform/feature.ts";
import { catalogueChange } from "./catalogue-changes.ts";
import { checkCatalogue, checkCatalogueFolder } from "./check-catalogue.ts";
import { catalogueCommands, catalogueValues } from "./commands.ts";
import { openCatalogue } from "./open-catalogue.ts";
import { onCatalogueChanged, onCatalogueChangedAWhileAgo } from "./purge-pages.ts";
import { catalogueRoutes } from "./routes.ts";
import { checkStoredPictures } from "./shown-pictures.ts";
import { serveSizeDrawings } from "./size-drawing.ts";

export const catalogue: Feature = {
  name: "catalogue",
  routes: catalogueRoutes,
  plugins: [serveSizeDrawings],
  subscribers: [onCatalogueChanged, onCatalogueChangedAWhileAgo],
  commands: catalogueCommands,
  values: catalogueValues,
  changes: [catalogueChange],
  checks: [
    { name: "goods and seller", needs: "machine", check: checkCatalogueFolder, beforeOpening: true },
    { name: "goods and seller", needs: "shop", check: checkCatalogue },
    { name: "pictures", needs: "shop", check: checkStoredPictures },
  ],
  open: openCatalogue,
};
