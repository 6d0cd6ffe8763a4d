import type { Feature } from "#platform/feature.ts";
import { checkSeries, invoiceCommands } from "./invoice-commands.ts";
import { paperCommands } from "./papers/paper-commands.ts";
import { reportCommands } from "./reports.ts";
import { invoiceRoutes } from "./routes.ts";

export const invoices: Feature = {
  name: "invoices",
  routes: invoiceRoutes,
  commands: [...invoiceCommands, ...paperCommands, ...reportCommands],
  checks: [{ name: "invoices", needs: "shop", check: checkSeries }],
};
