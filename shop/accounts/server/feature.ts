import type { Feature } from "#platform/feature.ts";
import { accountCommands } from "./commands.ts";
import { accountJobs } from "./jobs.ts";
import { accountRoutes } from "./routes.ts";

export const accounts: Feature = {
  name: "accounts",
  routes: accountRoutes,
  commands: accountCommands,
  jobs: accountJobs,
};
