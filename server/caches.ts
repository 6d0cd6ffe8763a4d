import { getKnownNames } from "#server/catalogue";
import type { Context } from "#platform/context.ts";
import { createResponseCache, type ResponseCache } from "#platform/response-cache.ts";
import { createCacheKeys } from "./cache-keys.ts";

/** Cached: what changes with the catalogue, and what never does. */
export interface Caches {
  answers: ResponseCache;
  files: ResponseCache;
}

/** The context's catalogue must be open before they are asked for anything. */
export const createCaches = (context: Context): Caches => ({
  answers: createResponseCache(createCacheKeys(() => getKnownNames(context))),
  files: createResponseCache(),
});
