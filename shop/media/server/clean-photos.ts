import { SECOND } from "#contract/time.ts";
import { HttpRefusal } from "#platform/http/envelope.ts";
import { refuse } from "#platform/http/refuse.ts";
import { cleanPictures } from "./picture-maker.ts";

/** Accounts whose photographs are being processed, one request at a time, so that nobody can take all places (T51). */
const underWay = new Set<string>();

/**
 * Encodes the photographs of a customer, given as `data:` URLs, again. Refuses `busy` and `bad_picture`. Those of a
 * disconnected client are dropped.
 */
export async function cleanPhotos(photos: readonly string[], accountId: string, signal?: AbortSignal) {
  if (photos.length === 0) return [];
  if (underWay.has(accountId)) return refuse("busy", RETRY);
  underWay.add(accountId);
  try {
    const contents = photos.map((value) => Buffer.from(value.slice(value.indexOf(",") + 1), "base64"));
    return await cleanPictures(contents, signal);
  } catch (cause) {
    return cause instanceof HttpRefusal ? refuse("busy", RETRY) : refuse("bad_picture");
  } finally {
    underWay.delete(accountId);
  }
}

const RETRY = { retryAfterMs: 5 * SECOND };
