import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, readdir, realpath, mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { SECOND } from "#contract/time.ts";
import { type Context, defineService } from "#platform/context.ts";
import { createWorkQueue } from "#platform/limits/work-queue.ts";
import type { ReportProgress } from "#platform/operator/command.ts";
import { type ObjectStorage, StorageFailure } from "#platform/storage/object-storage.ts";
import { hashContent } from "./measure-pictures.ts";
import { getMediaType } from "./media-types.ts";
import { getPictureStorage, type Original, readStored, toOriginalKey, ORIGINALS } from "./picture-storage.ts";

/**
 * Returns the path of an original on this machine's disk; null if it does not exist. With object storage it is a cached
 * copy, independent of the local catalogue folder. @throws StorageFailure
 */
export async function findOriginalFile(context: Context, original: Original): Promise<string | null> {
  if (getPictureStorage(context)) {
    const { hash } = original;
    return findCopy(context, toOriginalKey(original), (bytes) => hashContent(bytes) === hash);
  }
  // The shop's copy has priority, because it was imported later, from another folder.
  return listPlaces(context, context.config.catalogueDir, original.path).findLast(existsSync) ?? null;
}

/** Places of an original: an imported folder, and the data folder with the shop's copies. */
const listPlaces = (context: Context, folder: string, name: string): string[] =>
  [folder, getUploadsFolder(context)].map((each) => path.join(each, name));

const fetching = defineService("media.copies", () => new Map<string, Promise<string | null>>());

/**
 * Returns a cached copy of a stored object, downloaded at the first use. The copy may be deleted at any time.
 * @throws StorageFailure
 */
async function findCopy(
  context: Context,
  key: string,
  isRight: (bytes: Buffer) => boolean = () => true,
): Promise<string | null> {
  const file = path.join(context.config.dataDir, "storage", key);
  if (existsSync(file)) return file;
  const fetches = context.service(fetching);
  const pending = fetches.get(key);
  if (pending) return pending;
  const fetched = fetchCopy(context, { key, file, isRight }).finally(() => fetches.delete(key));
  fetches.set(key, fetched);
  return fetched;
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
    throw new StorageFailure(
      `${key} in the storage is different from the imported file. Upload the pictures again and verify them`,
    );
  await saveFile(file, bytes);
  return file;
}

const AT_ONCE = 4;

interface StoringOptions {
  onProgress?: ReportProgress;
  /** True to read stored objects and replace damaged ones. */
  verify?: boolean;
}

interface Stored {
  /** Originals that were stored, by path. */
  stored: string[];
  /** Number of originals that were stored before. */
  there: number;
  /** Originals that are missing in the storage and whose file in the folder is missing or changed. */
  missing: string[];
}

/**
 * Uploads missing originals from a folder to the storage. An interrupted upload continues when it is repeated. Does
 * nothing without a storage. @throws StorageFailure
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
    read: () => readFirst(listPlaces(context, folder, original.path)),
    isRight: (bytes: Buffer) => hashContent(bytes) === original.hash,
  }));
  return storeObjects(context, ORIGINALS, objects, options);
}

/**
 * Stores the originals of an imported folder. With a storage, missing ones are uploaded. Without one, pictures of the
 * catalogue folder stay there, and those of another folder are copied into the data folder. @throws StorageFailure
 */
export async function keepOriginals(
  context: Context,
  folder: string,
  originals: readonly Original[],
  options: Pick<StoringOptions, "onProgress"> = {},
): Promise<Pick<Stored, "missing">> {
  if (getPictureStorage(context)) return storeOriginals(context, folder, originals, options);
  const missing: string[] = [];
  const isOther = path.resolve(folder) !== context.config.catalogueDir;
  for (const { path: name, hash } of originals) {
    const upload = path.join(getUploadsFolder(context), name);
    if (!isOther && !existsSync(upload)) continue;
    const bytes = await readFile(path.join(folder, name)).catch(() => null);
    if (bytes === null || hashContent(bytes) !== hash) missing.push(name);
    else await saveFile(upload, bytes);
  }
  return { missing };
}

async function readFirst(files: readonly string[]): Promise<Buffer | null> {
  const file = files.find(existsSync);
  return file === undefined ? null : readFile(file).catch(() => null);
}

/**
 * Stores the uploads of this machine's data folder. An upload's name is independent of its content, so nothing is
 * replaced.
 */
export async function storeUploads(context: Context, options: Pick<StoringOptions, "onProgress"> = {}) {
  const objects = (await listOwnUploads(context)).map((name) => ({
    name: `${UPLOADS}${name}`,
    key: `${UPLOADS}${name}`,
    read: () => readOwnUpload(context, name),
    isRight: () => true,
  }));
  return storeObjects(context, UPLOADS, objects, options);
}

/** Finds the originals that are missing in the storage, by path; none without a storage. @throws StorageFailure */
export async function findUnstored(context: Context, originals: readonly Original[]): Promise<string[]> {
  const stored = await getPictureStorage(context)?.list(ORIGINALS);
  return originals
    .filter((original) => stored && !stored.has(toOriginalKey(original)))
    .map((original) => original.path);
}

interface StoredObject {
  /** The name for messages to people. */
  name: string;
  key: string;
  /** Returns the content; null if it is not on this machine. */
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
  const stored = await storage.list(start);
  const { run } = createWorkQueue({ atOnce: AT_ONCE });
  let uploaded = 0;
  const store = async (object: StoredObject) => {
    if (stored.has(object.key) && !(verify && (await isWrong(storage, object)))) result.there++;
    else if (await storeOne(storage, object)) result.stored.push(object.name);
    else result.missing.push(object.name);
    if (++uploaded % 40 === 0 || uploaded === objects.length)
      onProgress("Storing the pictures", uploaded, objects.length);
  };
  await Promise.all(objects.map((object) => run(() => store(object))));
  return result;
}

async function isWrong(storage: ObjectStorage, { key, isRight }: StoredObject): Promise<boolean> {
  const bytes = await storage.read(key);
  return bytes === null || !isRight(bytes);
}

/** False if the file is missing or differs from the imported one. */
async function storeOne(storage: ObjectStorage, { key, read, isRight }: StoredObject): Promise<boolean> {
  const bytes = await read();
  if (bytes === null || !isRight(bytes)) return false;
  await storage.write(key, bytes, getMediaType(key));
  return true;
}

/** Returns the path of an upload on this machine's disk; null if there is none. @throws StorageFailure */
export async function findUploadFile(context: Context, name: string): Promise<string | null> {
  const upload = await resolveInside(getUploadsFolder(context), name);
  if (upload !== null) return upload;
  const isStored = (await readStoredNames(context)).has(`${UPLOADS}${name}`);
  return isStored ? findCopy(context, `${UPLOADS}${name}`) : null;
}

/** The name of an upload: a picture, never SVG, in up to three folders; no part begins with a dot. */
export const UPLOAD_NAME =
  /^((?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/){0,3}[A-Za-z0-9_-][A-Za-z0-9._-]*)\.(jpg|jpeg|png|webp|avif|gif)$/;

const UPLOADS = "uploads/";

export const getUploadsFolder = ({ config }: Context): string => path.join(config.dataDir, "uploads");

/** Lists the uploads in this machine's folder that may be served, by name. */
async function listOwnUploads(context: Context): Promise<string[]> {
  const entries = await readdir(getUploadsFolder(context), { recursive: true }).catch(() => []);
  return entries.map((entry) => entry.split(path.sep).join("/")).filter((name) => UPLOAD_NAME.test(name));
}

/** Returns the content of an upload; null if it was deleted or is outside the folder. */
async function readOwnUpload(context: Context, name: string): Promise<Buffer | null> {
  const file = await resolveInside(getUploadsFolder(context), name);
  return file === null ? null : readFile(file);
}

/** Returns the real path after following links; null if it is outside the folder or does not exist. */
async function resolveInside(folder: string, name: string): Promise<string | null> {
  try {
    const root = await realpath(folder);
    const file = await realpath(path.join(root, name));
    return file.startsWith(root + path.sep) ? file : null;
  } catch {
    return null;
  }
}

/** Anyone can invent names, so the storage's list is read once and cached for some time. */
const REFRESH_EVERY_MS = 10 * SECOND;

const stored = defineService("media.uploads", () => ({
  names: Promise.resolve<ReadonlyMap<string, number>>(new Map()),
  until: 0,
}));

function readStoredNames(context: Context): Promise<ReadonlyMap<string, number>> {
  const state = context.service(stored);
  const storage = getPictureStorage(context);
  if (storage && performance.now() >= state.until) {
    state.until = Infinity; // A slow list is not requested twice at the same time.
    state.names = storage.list(UPLOADS).finally(() => {
      state.until = performance.now() + REFRESH_EVERY_MS;
    });
    state.names.catch(() => {}); // who awaits it handles the rejection
  }
  return state.names;
}

/** Writes to another name first, so that a half-written file is never read. */
export async function saveFile(file: string, bytes: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}.part`;
  await writeFile(unfinished, bytes);
  await rename(unfinished, file);
}

/** Returns the content of a file; null if it does not exist. */
export async function readCached(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw cause;
  }
}
