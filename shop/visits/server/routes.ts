import { route, type Route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { countStep } from "../endpoints.ts";
import { countShownStep } from "./count-visits.ts";

export const visitRoutes: Route[] = [
  route(countStep, contracts.countStep, (context, { body, requestContext }) =>
    countShownStep(context, body.step, requestContext.ip, requestContext.header("user-agent")),
  ),
];
