import * as v from "valibot";
import { toOneLine } from "#contract/one-line.ts";
import { SECOND } from "#contract/time.ts";
import { isSecureAddress, optionalText, refuse, wholeNumber } from "../config/setting.ts";

/** The tag of everything that changes with the catalogue: a CDN purges by this name. */
const CATALOGUE_TAG = "catalogue";

/**
 * How a page may be held that is the same for everyone until the catalogue changes: browsers always ask again, a CDN only
 * when its time is over, and meanwhile it hands out the old one for as long again. Without a CDN everyone asks again.
 */
export const getSharedCacheHeaders = ({ cdn: { seconds } }: CdnSettings): Record<string, string> =>
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

const HEADER = /^([A-Za-z][A-Za-z-]{0,60}): ?([\x21-\x7E](?:[\x20-\x7E]{0,1000}[\x21-\x7E])?)$/;

/** A CDN between the shop and its visitors. No refused value of its purge is repeated: it may hold a secret. */
export const cdnSettings = v.pipe(
  v.object({
    CDN_SECONDS: wholeNumber(0, { least: 0, most: 3600, example: 60 }),
    CDN_PURGE_URL: optionalText(
      isSecureAddress,
      "the value is no https address. Write for example CDN_PURGE_URL=https://api.cloudflare.com/client/v4/zones/<zone>/purge_cache, or leave it out.",
    ),
    CDN_PURGE_HEADER: optionalText(
      HEADER,
      "the value is no header. Write for example CDN_PURGE_HEADER=Authorization: Bearer <token>.",
    ),
  }),
  refuse(
    "CDN_PURGE_URL",
    ["CDN_SECONDS", "CDN_PURGE_URL"],
    ({ CDN_SECONDS, CDN_PURGE_URL }) => CDN_PURGE_URL !== undefined && CDN_SECONDS === 0,
    "a CDN that holds no page has none to give up. Write for example CDN_SECONDS=60, or leave CDN_PURGE_URL out.",
  ),
  v.transform(({ CDN_SECONDS: seconds, CDN_PURGE_URL: url, CDN_PURGE_HEADER = "" }) => {
    const [, name = "", value = ""] = HEADER.exec(CDN_PURGE_HEADER) ?? [];
    const headers: Readonly<Record<string, string>> = name === "" ? {} : { [name]: value };
    return {
      cdn: {
        /** How long it may hold a page before it asks again; 0: it holds none. */
        seconds,
        /** Address to tell that pages are out of date; null: nowhere. */
        purge: url ? { url, headers } : null,
      },
    };
  }),
);

type CdnSettings = v.InferOutput<typeof cdnSettings>;

const TIMEOUT_MS = 10 * SECOND;

/** So much of a refusal is repeated. */
const REASON_LENGTH = 200;
const MOST_READ = 1_000;

/**
 * Has the CDN give up all pages that change with the catalogue; pictures and files of the build have other addresses when
 * they change, and stay. Does nothing when no one is to be told. @throws when the CDN does not take it
 */
export async function purgeCdn({ purge }: CdnSettings["cdn"], signal?: AbortSignal): Promise<void> {
  if (!purge) return;
  const answer = await fetch(purge.url, {
    method: "POST",
    headers: { ...purge.headers, "content-type": "application/json" },
    body: JSON.stringify({ tags: [CATALOGUE_TAG] }),
    redirect: "manual",
    signal: AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (answer.ok) return answer.body?.cancel();
  const reason = await readReason(answer);
  throw new Error(`The CDN does not take the purge (${answer.status}): ${reason}`);
}

/** The beginning of a refusal, in one line: it may be of any length, and end never. */
async function readReason({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of body ?? []) {
    text += decoder.decode(part.subarray(0, MOST_READ), { stream: true });
    if (text.length >= MOST_READ) break;
  }
  return toOneLine(text).trim().slice(0, REASON_LENGTH);
}
