import type { Config } from "../config/config.ts";

/** What everything that changes with the catalogue is called where it is held: a CDN gives it up by this name. */
export const CATALOGUE_TAG = "catalogue";

/**
 * How a page may be held that is the same for everyone until the catalogue changes: browsers always ask again, a CDN only
 * when its time is over, and meanwhile it hands out the old one for as long again. Without a CDN everyone asks again.
 */
export const getSharedCacheHeaders = ({ cdn: { seconds } }: Pick<Config, "cdn">): Record<string, string> =>
  seconds === 0
    ? ASK_AGAIN
    : {
        "cache-control": `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds}`,
        // As Cloudflare and Fastly read it.
        "cache-tag": CATALOGUE_TAG,
        "surrogate-key": CATALOGUE_TAG,
      };

/** May be held by anyone, who asks each time whether it is still the same. */
export const ASK_AGAIN: Readonly<Record<string, string>> = { "cache-control": "no-cache" };
