import type { Context } from "#platform/context.ts";
import type { Finding } from "#platform/checks/finding.ts";
import { createObjectStorage, StorageFailure } from "#platform/storage/object-storage.ts";

const NAME = "probe";

/** Checks that the storage of the pictures can be written, listed and read with these keys. */
export async function checkPictureStorage({ config }: Pick<Context, "config">): Promise<Finding[]> {
  if (!config.pictureStorage) return [];
  const storage = createObjectStorage(config.pictureStorage);
  const remedy = "See PICTURES_STORAGE in .env.example";
  const about = "PICTURES_STORAGE";
  try {
    await storage.write(NAME, Buffer.from("A shop may write here."), "text/plain");
    const isInList = (await storage.list(NAME)).has(NAME);
    const isRead = (await storage.read(NAME)) !== null;
    if (isInList && isRead) return [];
    const what = `${storage.name} does not ${isInList ? "give back" : "list"} what was written just now`;
    return [{ about, what, remedy }];
  } catch (cause) {
    if (!(cause instanceof StorageFailure)) throw cause;
    return [{ about, what: cause.message, remedy }];
  }
}
