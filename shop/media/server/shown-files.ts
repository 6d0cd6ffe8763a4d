import { LRUCache } from "lru-cache";
import { SECOND } from "#contract/time.ts";
import { type Context, defineService } from "#platform/context.ts";
import { createBusyRefusal } from "#platform/http/envelope.ts";
import type { Original } from "./picture-storage.ts";
import { findPicturesByKey, type StoredPicture } from "./picture-store.ts";

const MAX_PICTURES = 2_000;

const service = defineService("media.shown-files", ({ db }: Pick<Context, "db">) => ({
  videos: new Map() as ReadonlyMap<string, Original>,
  pictures: new LRUCache<string, StoredPicture>({ max: MAX_PICTURES }),
  lookUp: createLookup(db),
}));

/** Maximum number of names that wait for the next query. Requests for more names get the status 503. */
const MAX_WAITING = 500;

type Lookup = PromiseWithResolvers<StoredPicture | null>;

/** Runs one query at a time, however many names visitors invent. Names that arrive meanwhile share the next query. */
function createLookup(db: Context["db"]) {
  let waiting = new Map<string, Lookup>();
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    while (waiting.size > 0) {
      const requested = waiting;
      waiting = new Map();
      await findPicturesByKey(db, [...requested.keys()]).then(
        (pictures) => requested.forEach(({ resolve }, key) => resolve(pictures.get(key) ?? null)),
        (cause: unknown) => requested.forEach(({ reject }) => reject(cause)),
      );
    }
    isRunning = false;
  };
  return (key: string): Promise<StoredPicture | null> => {
    const lookup: Lookup = waiting.get(key) ?? Promise.withResolvers();
    if (waiting.size >= MAX_WAITING && !waiting.has(key)) throw createBusyRefusal(2 * SECOND);
    waiting.set(key, lookup);
    if (!isRunning) void run();
    return lookup.promise;
  };
}

export async function findShownPicture(context: Context, key: string): Promise<StoredPicture | null> {
  const { pictures, lookUp } = context.service(service);
  const existing = pictures.get(key);
  if (existing) return existing;
  // A dry run reads through its own transaction, because `lookUp` does not see uncommitted pictures. Do not cache what
  // it reads, because its pictures are rolled back.
  if (context.isRehearsal) return (await findPicturesByKey(context.db, [key])).get(key) ?? null;
  const picture = await lookUp(key);
  if (picture) pictures.set(key, picture);
  return picture;
}

export const findShownVideo = (context: Context, address: string): Original | undefined =>
  context.service(service).videos.get(address);

export function showFiles(context: Context, videos: ReadonlyMap<string, Original>): void {
  const shownFiles = context.service(service);
  shownFiles.videos = videos;
  shownFiles.pictures.clear();
}
