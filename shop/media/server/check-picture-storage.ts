import type { Context } from "#platform/context.ts";
import type { Finding } from "#platform/finding.ts";
import { createObjectStorage, StorageFailure } from "#platform/object-storage.ts";

const PROBE = "probe";

/** Whether the storage of the pictures lets itself be written, listed and read with these keys; nothing without one. */
export async function checkPictureStorage({ config }: Pick<Context, "config">): Promise<Finding[]> {
  if (!config.pictureStorage) return [];
  const storage = createObjectStorage(config.pictureStorage);
  const remedy = "See PICTURES_STORAGE in .env.example";
  const about = "PICTURES_STORAGE";
  try {
    await storage.write(PROBE, Buffer.from("A shop may write here."), "text/plain");
    const isListed = (await storage.list(PROBE)).has(PROBE);
    const isRead = (await storage.read(PROBE)) !== null;
    if (isListed && isRead) return [];
    const what = `${storage.name} does not ${isListed ? "give back" : "list"} what was written just now`;
    return [{ about, what, remedy }];
  } catch (cause) {
    if (!(cause instanceof StorageFailure)) throw cause;
    return [{ about, what: cause.message, remedy }];
  }
}
