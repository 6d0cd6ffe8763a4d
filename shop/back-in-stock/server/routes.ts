import { route, type Route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { requestStockMail } from "../endpoints.ts";
import { saveRequest } from "./requests.ts";

export const backInStockRoutes: Route[] = [
  route(requestStockMail, contracts.requestStockMail, (context, { body, requestContext }) =>
    saveRequest(context, body, requestContext.ip),
  ),
];
