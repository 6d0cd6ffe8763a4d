import { SECOND } from "#contract/time.ts";
import { HttpRefusal } from "#platform/http/envelope.ts";
import type { CleanPicture } from "./picture-jobs.ts";
import { cleanPictures } from "./picture-maker.ts";

/** Accounts whose photographs are being processed, one request at a time, so that nobody can take all places (T51). */
const inProgress = new Set<string>();

/**
 * Encodes the photographs of a customer, given as `data:` URLs, again. Returns `busy` if there are too many to process,
 * and `unreadable` if a file cannot be decoded. Photographs of a disconnected client are dropped.
 */
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

/** When a client may send photographs again after `busy`. */
export const PHOTOS_RETRY = { retryAfterMs: 5 * SECOND };
