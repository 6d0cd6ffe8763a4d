import type { Context } from "#platform/context.ts";
import type { Finding } from "#platform/checks/finding.ts";
import { createObjectStorage } from "#platform/storage/object-storage.ts";
import { StorageFailure } from "#platform/storage/storage-failure.ts";

const PROBE = "probe";

/** Whether the storage of the pictures lets itself be written, listed and read with these keys; nothing without one. */
export async function checkPictureStorage({ config }: Pick<Context, "config">): Promise<Finding[]> {
  if (!config.pictureStorage) return [];
  const storage = createObjectStorage(config.pictureStorage);
  const remedy = "See PICTURES_STORAGE in .env.example";
  const about = "PICTURES_STORAGE";
  try {
    await storage.write(PROBE, Buffer.from("A shop may write here."), "text/plain");
    const isInList = (await storage.list(PROBE)).has(PROBE);
    const isRead = (await storage.read(PROBE)) !== null;
    if (isInList && isRead) return [];
    const what = `${storage.name} does not ${isInList ? "give back" : "list"} what was written just now`;
    return [{ about, what, remedy }];
  } catch (cause) {
    if (!(cause instanceof StorageFailure)) throw cause;
    return [{ about, what: cause.message, remedy }];
  }
}
