import * as v from "valibot";
import { toPrintable } from "#contract/text.ts";
import { SECOND } from "#contract/time.ts";
import { isSecureAddress, optionalText, refuse, wholeNumber } from "../config/setting.ts";

/** The cache tag of responses that depend on the catalogue. After a change, the shop purges this tag from the CDN. */
const CATALOGUE_TAG = "catalogue";

/**
 * Returns cache headers. A CDN may serve the page for `seconds` without revalidation. For the same time after that,
 * caches may still serve it during the revalidation. If `seconds` is 0, every cache revalidates it before each use.
 */
export const getSharedCacheHeaders = ({ cdn: { seconds } }: CdnSettings): Record<string, string> =>
  seconds === 0
    ? ASK_AGAIN
    : {
        "cache-control": `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds}`,
        // Cloudflare and Fastly read the tag from headers with different names.
        "cache-tag": CATALOGUE_TAG,
        "surrogate-key": CATALOGUE_TAG,
      };

/** Headers that allow a cache to store the response, but require revalidation before each use. */
export const ASK_AGAIN: Readonly<Record<string, string>> = { "cache-control": "no-cache" };

const HEADER = /^([A-Za-z][A-Za-z-]{0,60}): ?([\x21-\x7E](?:[\x20-\x7E]{0,1000}[\x21-\x7E])?)$/;

/** The settings of a CDN. Error messages do not contain CDN_PURGE_* values, because they may be secrets. */
export const cdnSettings = v.pipe(
  v.object({
    CDN_SECONDS: wholeNumber(0, { least: 0, most: 3600, example: 60 }),
    CDN_PURGE_URL: optionalText(
      isSecureAddress,
      "the value is not an https address. Write for example CDN_PURGE_URL=https://api.cloudflare.com/client/v4/zones/<zone>/purge_cache, or leave it out.",
    ),
    CDN_PURGE_HEADER: optionalText(
      HEADER,
      "the value is not a header. Write for example CDN_PURGE_HEADER=Authorization: Bearer <token>",
    ),
  }),
  refuse(
    "CDN_PURGE_URL",
    ["CDN_SECONDS", "CDN_PURGE_URL"],
    ({ CDN_SECONDS, CDN_PURGE_URL }) => CDN_PURGE_URL !== undefined && CDN_SECONDS === 0,
    "this CDN does not cache pages, so there is nothing to purge. Set for example CDN_SECONDS=60, or remove CDN_PURGE_URL.",
  ),
  v.transform(({ CDN_SECONDS: seconds, CDN_PURGE_URL: url, CDN_PURGE_HEADER = "" }) => {
    const [, name = "", value = ""] = HEADER.exec(CDN_PURGE_HEADER) ?? [];
    const headers: Readonly<Record<string, string>> = name === "" ? {} : { [name]: value };
    return {
      cdn: {
        /** The time in seconds for which a CDN may serve a page without revalidation; 0 if it must revalidate. */
        seconds,
        purge: url ? { url, headers } : null,
      },
    };
  }),
);

type CdnSettings = v.InferOutput<typeof cdnSettings>;

const TIMEOUT_MS = 10 * SECOND;

const REASON_LENGTH = 200;
const MAX_READ = 1_000;

/** Purges all pages that change with the catalogue from the CDN, if `purge` is set. @throws if that fails */
export async function purgeCdn({ purge }: CdnSettings["cdn"], signal?: AbortSignal): Promise<void> {
  if (!purge) return;
  const response = await fetch(purge.url, {
    method: "POST",
    headers: { ...purge.headers, "content-type": "application/json" },
    body: JSON.stringify({ tags: [CATALOGUE_TAG] }),
    redirect: "manual",
    signal: AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (response.ok) return response.body?.cancel();
  const reason = toPrintable(await readBeginning(response)).slice(0, REASON_LENGTH);
  throw new Error(`The CDN refuses the purge (${response.status}): ${reason}`);
}

/** Reads only the beginning of a response, because its length is unlimited. */
async function readBeginning({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of body ?? []) {
    text += decoder.decode(part.subarray(0, MAX_READ), { stream: true });
    if (text.length >= MAX_READ) break;
  }
  return text;
}
