import type { Feature } from "#platform/feature.ts";
import { saveVisits, visitJobs } from "./count-visits.ts";
import { visitRoutes } from "./routes.ts";
import { showVisits } from "./show-visits.ts";

export const visits: Feature = {
  name: "visits",
  routes: visitRoutes,
  commands: [showVisits],
  jobs: visitJobs,
  open: async (context) => ({
    close: () =>
      saveVisits(context).catch((cause: unknown) =>
        context.log.warn({ err: cause }, "the last minute's visits could not be saved"),
      ),
  }),
};
