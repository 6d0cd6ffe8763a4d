import type { Feature } from "#platform/feature.ts";
import { accountCommands, listCustomerValues } from "./commands.ts";
import { accountJobs } from "./jobs.ts";
import { accountRoutes } from "./routes.ts";
import { serveTestSignIn } from "./test-sign-in.ts";

export const accounts: Feature = {
  name: "accounts",
  routes: accountRoutes,
  plugins: [serveTestSignIn],
  commands: accountCommands,
  values: { customer: listCustomerValues },
  jobs: accountJobs,
};
