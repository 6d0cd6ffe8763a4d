import { route, type Route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { reportBrowserError } from "../endpoints.ts";
import { noteReport } from "./reports.ts";

export const browserErrorRoutes: Route[] = [
  route(reportBrowserError, contracts.reportBrowserError, (context, { body, requestContext }) =>
    noteReport(context, body, requestContext.ip),
  ),
];
