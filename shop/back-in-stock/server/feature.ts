import { HOUR, SECOND } from "#contract/time.ts";
import type { Feature } from "#platform/feature.ts";
import { route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { requestStockMail } from "../endpoints.ts";
import { serveRequestPage, announceStock, deleteOldRequests, saveRequest } from "./requests.ts";

export const backInStock: Feature = {
  name: "back-in-stock",
  routes: [route(requestStockMail, contracts.requestStockMail, saveRequest)],
  plugins: [serveRequestPage],
  jobs: [
    // Runs often, because many things change the stock: counts, imports, returns and expired orders.
    { name: "back-in-stock.announce", everyMs: 15 * SECOND, run: announceStock },
    { name: "back-in-stock.forget-old", everyMs: HOUR, run: deleteOldRequests },
  ],
};
