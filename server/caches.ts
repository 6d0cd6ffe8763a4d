import { getKnownNames } from "#shop/catalogue/server/index.ts";
import { findNextOrderDay } from "#shop/policies/delivery-dates.ts";
import { getShopRules } from "#shop/policies/server/index.ts";
import { countServed } from "#shop/visits/server/index.ts";
import type { Context } from "#platform/context.ts";
import { createResponseCache, type ResponseCache } from "#platform/cache/response-cache.ts";
import { getHttpsHeaders } from "#platform/http/security-headers.ts";
import { createCacheKeys } from "./cache-keys.ts";

/** `answers` change with the catalogue, `files` never change. */
export interface Caches {
  answers: ResponseCache;
  files: ResponseCache;
}

/** Creates the caches. The context's catalogue must be open before their first use. */
export function createCaches(context: Context): Caches {
  const httpsHeaders = getHttpsHeaders(context.config);
  return {
    answers: createResponseCache(
      createCacheKeys(() => getKnownNames(context)),
      {
        always: httpsHeaders,
        // Cached pages show delivery dates and the current year.
        expiry: { now: context.now, findEnd: (date) => findNextOrderDay(date, getShopRules(context)) },
        countVisit: ({ headers }, visit) => countServed(context, headers, visit),
      },
    ),
    files: createResponseCache(undefined, { always: httpsHeaders }),
  };
}
