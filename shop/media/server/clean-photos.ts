import { SECOND } from "#contract/time.ts";
import { HttpRefusal } from "#platform/http/envelope.ts";
import { refuse } from "#platform/http/refuse.ts";
import { cleanPictures } from "./picture-maker.ts";

/** Each account may have one request at a time, so that nobody fills the queue (T51). */
const inProgress = new Set<string>();

/** Re-encodes photographs (`data:` URLs). Refuses with `bad_picture` or `busy` (T51). */
export async function cleanPhotos(photos: readonly string[], accountId: string, signal?: AbortSignal) {
  if (photos.length === 0) return [];
  if (inProgress.has(accountId)) return refuseBusy();
  inProgress.add(accountId);
  try {
    const contents = photos.map((value) => Buffer.from(value.slice(value.indexOf(",") + 1), "base64"));
    return await cleanPictures(contents, signal);
  } catch (cause) {
    return cause instanceof HttpRefusal ? refuseBusy() : refuse("bad_picture");
  } finally {
    inProgress.delete(accountId);
  }
}

const refuseBusy = () => refuse("busy", { retryAfterMs: 5 * SECOND });
