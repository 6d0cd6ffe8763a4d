import type { Feature } from "#platform/feature.ts";
import { route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { reportBrowserError } from "../endpoints.ts";
import { countReport } from "./count-report.ts";

export const browserErrors: Feature = {
  name: "browser-errors",
  routes: [
    route(reportBrowserError, contracts.reportBrowserError, (context, { body, requestContext }) =>
      countReport(context, body, requestContext.ip),
    ),
  ],
};
