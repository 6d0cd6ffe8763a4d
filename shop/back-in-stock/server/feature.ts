import { HOUR, SECOND } from "#contract/time.ts";
import type { Feature } from "#platform/feature.ts";
import { route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { requestStockMail } from "../endpoints.ts";
import { announceStock } from "./announce-stock.ts";
import { serveRequestPage } from "./request-page.ts";
import { saveRequest, deleteOldRequests } from "./requests.ts";

export const backInStock: Feature = {
  name: "back-in-stock",
  routes: [route(requestStockMail, contracts.requestStockMail, saveRequest)],
  plugins: [serveRequestPage],
  jobs: [
    // Checks the stock again and again, because it changes in many ways: by a count, an import, a return or an expired
    // order.
    { name: "back-in-stock.announce", everyMs: 15 * SECOND, run: announceStock },
    { name: "back-in-stock.forget-old", everyMs: HOUR, run: deleteOldRequests },
  ],
};
