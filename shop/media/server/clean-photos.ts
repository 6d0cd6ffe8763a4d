import { SECOND } from "#contract/time.ts";
import { HttpRefusal } from "#platform/http/envelope.ts";
import type { CleanPicture } from "./picture-jobs.ts";
import { cleanPictures } from "./picture-maker.ts";

/** Accounts with a request in progress. Each may have one at a time, so that nobody fills the queue (T51). */
const inProgress = new Set<string>();

/** Re-encodes photographs (`data:` URLs). `busy`: the queue is full, or the account has a request running (T51). */
export async function cleanPhotos(
  photos: readonly string[],
  accountId: string,
  signal?: AbortSignal,
): Promise<CleanPicture[] | "busy" | "unreadable"> {
  if (photos.length === 0) return [];
  if (inProgress.has(accountId)) return "busy";
  inProgress.add(accountId);
  try {
    const contents = photos.map((value) => Buffer.from(value.slice(value.indexOf(",") + 1), "base64"));
    return await cleanPictures(contents, signal);
  } catch (cause) {
    return cause instanceof HttpRefusal ? "busy" : "unreadable";
  } finally {
    inProgress.delete(accountId);
  }
}

/** The delay in ms after which a client with the response `busy` may retry. */
export const PHOTOS_RETRY = { retryAfterMs: 5 * SECOND };
