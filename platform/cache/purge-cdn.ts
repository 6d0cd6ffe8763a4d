import { toOneLine } from "#contract/one-line.ts";
import { SECOND } from "#contract/time.ts";
import type { CdnSettings } from "../config/cdn-settings.ts";
import { CATALOGUE_TAG } from "./shared-cache.ts";

const TIMEOUT_MS = 10 * SECOND;

/** So much of a refusal is repeated. */
const REASON_LENGTH = 200;
const MOST_READ = 1_000;

/**
 * Has the CDN give up all pages that change with the catalogue; pictures and files of the build have other addresses when
 * they change, and stay. Does nothing when no one is to be told. @throws when the CDN does not take it
 */
export async function purgeCdn({ purge }: CdnSettings, signal?: AbortSignal): Promise<void> {
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
