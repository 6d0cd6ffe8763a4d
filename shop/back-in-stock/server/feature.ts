import type { Feature } from "#platform/feature.ts";
import { backInStockJobs } from "./announce.ts";
import { backInStockCommands } from "./commands.ts";
import { serveRequestPage } from "./request-page.ts";
import { backInStockRoutes } from "./routes.ts";

export const backInStock: Feature = {
  name: "back-in-stock",
  routes: backInStockRoutes,
  plugins: [serveRequestPage],
  commands: backInStockCommands,
  jobs: backInStockJobs,
};
