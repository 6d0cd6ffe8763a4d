import { SECOND } from "#contract/time.ts";
import type { Finding } from "#platform/checks/finding.ts";
import { type Context, defineService } from "#platform/context.ts";
import { createWorkQueue } from "#platform/limits/work-queue.ts";
import { createObjectStorage, StorageFailure } from "#platform/storage/object-storage.ts";
import { toPictureKey } from "./picture-store.ts";

export interface Original {
  path: string;
  hash: string;
}

/** The storage key contains the hash of the content, so a changed file does not replace the old one. */
export const toOriginalKey = (original: Original): string =>
  `${ORIGINALS}${toPictureKey(original)}${original.path.slice(original.path.lastIndexOf("."))}`;

export const ORIGINALS = "originals/";

const storage = defineService("media.picture-storage", ({ config: { pictureStorage } }) =>
  pictureStorage ? createObjectStorage(pictureStorage) : null,
);

export const getPictureStorage = (context: Context) => context.service(storage);

/** Maximum number of parallel downloads. It is small, because each downloaded object is held in memory. */
const FETCHED_AT_ONCE = 4;

/** Time after a failure in which reads fail immediately, so that visitors do not wait for a timeout. */
const RETRY_AFTER_MS = 2 * SECOND;

const readQueue = defineService("media.storage-reading", () => ({
  queue: createWorkQueue({ atOnce: FETCHED_AT_ONCE }),
  failure: null as { cause: StorageFailure; until: number } | null,
}));

/**
 * Returns the content; null if it is not stored or the shop has no object storage. @throws StorageFailure, also for 2 s
 * after a failure
 */
export async function readStored(context: Context, key: string): Promise<Buffer | null> {
  const pictures = getPictureStorage(context);
  if (!pictures) return null;
  const state = context.service(readQueue);
  return state.queue.run(async () => {
    if (state.failure && performance.now() < state.failure.until) throw state.failure.cause;
    try {
      const bytes = await pictures.read(key);
      state.failure = null;
      return bytes;
    } catch (cause) {
      if (cause instanceof StorageFailure)
        state.failure = { cause, until: performance.now() + RETRY_AFTER_MS };
      throw cause;
    }
  });
}

const PROBE = "probe";

export async function checkPictureStorage({ config }: Pick<Context, "config">): Promise<Finding[]> {
  if (!config.pictureStorage) return [];
  const storage = createObjectStorage(config.pictureStorage);
  const remedy = "See PICTURES_STORAGE in .env.example";
  const about = "PICTURES_STORAGE";
  try {
    await storage.write(
      PROBE,
      Buffer.from("The shop wrote this file to test the storage. You can delete it."),
      "text/plain",
    );
    const isInList = (await storage.list(PROBE)).has(PROBE);
    const isRead = (await storage.read(PROBE)) !== null;
    if (isInList && isRead) return [];
    const what = `${storage.name} does not ${isInList ? "return" : "list"} the file that the shop has just saved there`;
    return [{ about, what, remedy }];
  } catch (cause) {
    if (!(cause instanceof StorageFailure)) throw cause;
    return [{ about, what: cause.message, remedy }];
  }
}
