import { HOUR, MINUTE } from "#contract/time.ts";
import type { Feature } from "#platform/feature.ts";
import { route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { countStep } from "../endpoints.ts";
import { countShownStep, deleteOldDetails, saveVisits } from "./count-visits.ts";
import { showVisitsCommand } from "./show-visits.ts";

export const visits: Feature = {
  name: "visits",
  routes: [
    route(countStep, contracts.countStep, (context, { body, requestContext }) =>
      countShownStep(context, body.step, requestContext.ip, requestContext.header("user-agent")),
    ),
  ],
  commands: [showVisitsCommand],
  jobs: [
    { name: "visits.save", everyMs: MINUTE, run: saveVisits },
    { name: "visits.forget-searches", everyMs: HOUR, run: deleteOldDetails },
  ],
  open: async (context) => ({
    close: () =>
      saveVisits(context).catch((cause: unknown) =>
        context.log.warn({ err: cause }, "the last minute's visits could not be saved"),
      ),
  }),
};
