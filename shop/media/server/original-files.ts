import { existsSync } from "node:fs";
import path from "node:path";
import type { Context } from "#platform/context.ts";
import { StorageFailure } from "#platform/storage/object-storage.ts";
import { defineService } from "#platform/service.ts";
import { saveFile } from "./cached-files.ts";
import { hashContent } from "./measure-pictures.ts";
import { getPictureStorage, type Original, readStored, toOriginalKey } from "./picture-storage.ts";

/**
 * The file of an original on this machine's disk; null when there is none. With a storage that is a copy of what is
 * stored, whatever lies in this machine's catalogue folder. @throws StorageFailure
 */
export async function findOriginalFile(context: Context, original: Original): Promise<string | null> {
  if (getPictureStorage(context)) {
    const { hash } = original;
    return findCopy(context, toOriginalKey(original), (bytes) => hashContent(bytes) === hash);
  }
  const file = path.join(context.config.catalogueDir, original.path);
  return existsSync(file) ? file : null;
}

const fetching = defineService("media.copies", () => new Map<string, Promise<string | null>>());

/**
 * A copy of what is stored under a key, fetched when it is first asked for. It may be deleted at any time.
 * @throws StorageFailure
 */
export async function findCopy(
  context: Context,
  key: string,
  isRight: (bytes: Buffer) => boolean = () => true,
): Promise<string | null> {
  const file = path.join(context.config.dataDir, "storage", key);
  if (existsSync(file)) return file;
  const underWay = context.service(fetching);
  const begun = underWay.get(key);
  if (begun) return begun;
  const work = fetchCopy(context, { key, file, isRight }).finally(() => underWay.delete(key));
  underWay.set(key, work);
  return work;
}

interface Copy {
  key: string;
  file: string;
  isRight: (bytes: Buffer) => boolean;
}

async function fetchCopy(context: Context, { key, file, isRight }: Copy): Promise<string | null> {
  const bytes = await readStored(context, key);
  if (bytes === null) return null;
  if (!isRight(bytes))
    throw new StorageFailure(`${key} in the storage is not what was imported. See: pictures push --verify`);
  await saveFile(file, bytes);
  return file;
}
