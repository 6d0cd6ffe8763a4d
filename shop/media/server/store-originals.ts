import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ReportProgress } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import type { ObjectStorage } from "#platform/storage/object-storage.ts";
import { createWorkQueue } from "#platform/limits/work-queue.ts";
import { hashContent } from "./measure-pictures.ts";
import { getMediaType } from "./media-types.ts";
import { getPictureStorage, ORIGINALS, type Original, toOriginalKey } from "./picture-storage.ts";
import { listOwnUploads, readOwnUpload, UPLOADS } from "./uploads.ts";

const AT_ONCE = 4;

interface StoringOptions {
  onProgress?: ReportProgress;
  /** What is there is read, and replaced when it is not what it has to be. */
  verify?: boolean;
}

interface Stored {
  /** Those that were brought there, by path. */
  stored: string[];
  /** Those that were there before. */
  there: number;
  /** Those that are neither there nor in the folder as they were imported. */
  missing: string[];
}

/**
 * Brings originals from a folder into the storage, as far as they are not there: doing it again goes on where it was
 * broken off. Without a storage it does nothing. @throws StorageFailure
 */
export async function storeOriginals(
  context: Context,
  folder: string,
  originals: readonly Original[],
  options: StoringOptions = {},
): Promise<Stored> {
  const objects = originals.map((original) => ({
    name: original.path,
    key: toOriginalKey(original),
    read: () => readFile(path.join(folder, original.path)).catch(() => null),
    isRight: (bytes: Buffer) => hashContent(bytes) === original.hash,
  }));
  return storeObjects(context, ORIGINALS, objects, options);
}

/** The same for the uploads in this machine's data folder. Their names say nothing of their content: nothing is replaced. */
export async function storeUploads(context: Context, options: Pick<StoringOptions, "onProgress"> = {}) {
  const objects = (await listOwnUploads(context)).map((name) => ({
    name: `${UPLOADS}${name}`,
    key: `${UPLOADS}${name}`,
    read: () => readOwnUpload(context, name),
    isRight: () => true,
  }));
  return storeObjects(context, UPLOADS, objects, options);
}

/** Which of these originals are not in the storage, by path; none without a storage. @throws StorageFailure */
export async function findUnstored(context: Context, originals: readonly Original[]): Promise<string[]> {
  const there = await getPictureStorage(context)?.list(ORIGINALS);
  return originals.filter((one) => there && !there.has(toOriginalKey(one))).map((one) => one.path);
}

interface StoredObject {
  /** For people. */
  name: string;
  key: string;
  /** Null when it is not on this machine. */
  read(): Promise<Buffer | null>;
  isRight(bytes: Buffer): boolean;
}

async function storeObjects(
  context: Context,
  start: string,
  objects: readonly StoredObject[],
  { onProgress = () => {}, verify = false }: StoringOptions,
): Promise<Stored> {
  const result: Stored = { stored: [], there: 0, missing: [] };
  const storage = getPictureStorage(context);
  if (!storage || objects.length === 0) return result;
  const there = await storage.list(start);
  const { run } = createWorkQueue({ atOnce: AT_ONCE });
  let done = 0;
  const store = async (object: StoredObject) => {
    if (there.has(object.key) && !(verify && (await isWrong(storage, object)))) result.there++;
    else if (await storeOne(storage, object)) result.stored.push(object.name);
    else result.missing.push(object.name);
    if (++done % 40 === 0 || done === objects.length)
      onProgress("Storing the pictures", done, objects.length);
  };
  await Promise.all(objects.map((object) => run(() => store(object))));
  return result;
}

async function isWrong(storage: ObjectStorage, { key, isRight }: StoredObject): Promise<boolean> {
  const bytes = await storage.read(key);
  return bytes === null || !isRight(bytes);
}

/** False when it is not here to be stored, or is another than the one that was imported. */
async function storeOne(storage: ObjectStorage, { key, read, isRight }: StoredObject): Promise<boolean> {
  const bytes = await read();
  if (bytes === null || !isRight(bytes)) return false;
  await storage.write(key, bytes, getMediaType(key));
  return true;
}
