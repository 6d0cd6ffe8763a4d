import type { Feature } from "#platform/feature.ts";
import { route, type Route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { countStep } from "../endpoints.ts";
import { saveVisits, visitJobs, countShownStep } from "./count-visits.ts";
import { showVisits } from "./show-visits.ts";

const visitRoutes: Route[] = [
  route(countStep, contracts.countStep, (context, { body, requestContext }) =>
    countShownStep(context, body.step, requestContext.ip, requestContext.header("user-agent")),
  ),
];

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
