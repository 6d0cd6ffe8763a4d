import { type Route, route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { requestReturn } from "../endpoints.ts";
import { handleReturn } from "./returns.ts";

export const returnRoutes: Route[] = [route(requestReturn, contracts.requestReturn, handleReturn)];
