import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, readdir, realpath, mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { SECOND } from "#contract/time.ts";
import type { Config } from "#platform/config/config.ts";
import { type Context, defineService } from "#platform/context.ts";
import { createWorkQueue } from "#platform/limits/work-queue.ts";
import type { ReportProgress } from "#platform/operator/command.ts";
import { StorageFailure } from "#platform/storage/object-storage.ts";
import { hashContent } from "./measure-pictures.ts";
import { getMediaType } from "./media-types.ts";
import { getPictureStorage, type Original, readStored, toOriginalKey, ORIGINALS } from "./picture-storage.ts";

/** Returns the path of an original or of its cached copy; null if it does not exist. @throws StorageFailure */
export async function findOriginalFile(context: Context, original: Original): Promise<string | null> {
  if (getPictureStorage(context)) return findCopy(context, toOriginalKey(original), original.hash);
  // Prefers the copy in the data folder. It is newer, because a later import from another folder stored it there.
  return listPlaces(context, context.config.catalogueDir, original.path).findLast(existsSync) ?? null;
}

const listPlaces = (context: Context, folder: string, name: string): string[] =>
  [folder, getUploadsFolder(context)].map((each) => path.join(each, name));

const fetching = defineService("media.copies", () => new Map<string, Promise<string | null>>());

async function findCopy(context: Context, key: string, hash: string | null): Promise<string | null> {
  const file = path.join(context.config.dataDir, "storage", key);
  if (existsSync(file)) return file;
  const fetches = context.service(fetching);
  const pending = fetches.get(key);
  if (pending) return pending;
  const fetched = fetchCopy(context, key, file, hash).finally(() => fetches.delete(key));
  fetches.set(key, fetched);
  return fetched;
}

async function fetchCopy(context: Context, key: string, file: string, hash: string | null) {
  const bytes = await readStored(context, key);
  if (bytes === null) return null;
  if (!hasHash(bytes, hash))
    throw new StorageFailure(
      `${key} in the storage is different from the imported file. Upload the pictures again and verify them`,
    );
  await saveFile(file, bytes);
  return file;
}

interface StoringOptions {
  onProgress?: ReportProgress | undefined;
  verify?: boolean;
}

interface UploadResult {
  stored: string[];
  there: number;
  /** The originals that could not be stored, because their file in the folder is missing or has changed. */
  missing: string[];
}

/**
 * Uploads the originals that the object storage lacks. With `verify`, also replaces stored files with other content.
 * Does nothing without object storage. @throws StorageFailure
 */
export async function storeOriginals(
  context: Context,
  folder: string,
  originals: readonly Original[],
  options: StoringOptions = {},
): Promise<UploadResult> {
  const objects = originals.map((original) => ({
    name: original.path,
    key: toOriginalKey(original),
    read: () => readFirst(listPlaces(context, folder, original.path)),
    hash: original.hash,
  }));
  return storeObjects(context, ORIGINALS, objects, options);
}

/**
 * Stores the originals of an imported folder in the object storage. Without object storage, stores them in the
 * uploads folder; those of the shop's own catalogue folder only if they replace an upload. @throws StorageFailure
 */
export async function keepOriginals(
  context: Context,
  folder: string,
  originals: readonly Original[],
  options: Pick<StoringOptions, "onProgress"> = {},
): Promise<Pick<UploadResult, "missing">> {
  if (getPictureStorage(context)) return storeOriginals(context, folder, originals, options);
  const missing: string[] = [];
  const isOther = path.resolve(folder) !== context.config.catalogueDir;
  for (const { path: name, hash } of originals) {
    const upload = path.join(getUploadsFolder(context), name);
    if (!isOther && !existsSync(upload)) continue;
    const bytes = await readFile(path.join(folder, name)).catch(() => null);
    if (hasHash(bytes, hash)) await saveFile(upload, bytes);
    else missing.push(name);
  }
  return { missing };
}

async function readFirst(files: readonly string[]): Promise<Buffer | null> {
  const file = files.find(existsSync);
  return file === undefined ? null : readFile(file).catch(() => null);
}

/**
 * Copies this machine's files to the object storage if it lacks them: originals, and files in the uploads folder. With
 * `verify`, also replaces stored originals with other content. @throws StorageFailure
 */
export async function pushPictures(
  context: Context,
  originals: readonly Original[],
  options: StoringOptions,
): Promise<UploadResult> {
  const shown = await storeOriginals(context, context.config.catalogueDir, originals, options);
  const uploads = await storeUploads(context, options.onProgress);
  return {
    stored: [...shown.stored, ...uploads.stored],
    there: shown.there + uploads.there,
    missing: shown.missing,
  };
}

/** Uploads the pictures in the uploads folder that the storage lacks. A stored file with the same name is kept. */
async function storeUploads(context: Context, onProgress: StoringOptions["onProgress"]) {
  const folder = getUploadsFolder(context);
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  const names = entries
    .map((entry) => entry.split(path.sep).join("/"))
    .filter((name) => UPLOAD_NAME.test(name));
  const objects = names.map((name) => ({
    name: `${UPLOADS}${name}`,
    key: `${UPLOADS}${name}`,
    async read() {
      const file = await resolveInside(folder, name);
      return file === null ? null : readFile(file);
    },
    hash: null,
  }));
  return storeObjects(context, UPLOADS, objects, { onProgress });
}

/** Returns the paths of originals that the object storage lacks; empty if none is set up. @throws StorageFailure */
export async function findUnstored(context: Context, originals: readonly Original[]): Promise<string[]> {
  const stored = await getPictureStorage(context)?.list(ORIGINALS);
  return originals
    .filter((original) => stored && !stored.has(toOriginalKey(original)))
    .map((original) => original.path);
}

interface StoredObject {
  name: string;
  key: string;
  read(): Promise<Buffer | null>;
  /** The expected hash of the content. Null if the content is not verified. */
  hash: string | null;
}

const hasHash = (bytes: Buffer | null, hash: string | null): bytes is Buffer =>
  bytes !== null && (hash === null || hashContent(bytes) === hash);

async function storeObjects(
  context: Context,
  start: string,
  objects: readonly StoredObject[],
  { onProgress = () => {}, verify = false }: StoringOptions,
): Promise<UploadResult> {
  const result: UploadResult = { stored: [], there: 0, missing: [] };
  const storage = getPictureStorage(context);
  if (!storage || objects.length === 0) return result;
  const stored = await storage.list(start);
  const { run } = createWorkQueue({ atOnce: 4 });
  let uploaded = 0;
  const store = async ({ name, key, read, hash }: StoredObject) => {
    if (stored.has(key) && (!verify || hasHash(await storage.read(key), hash))) result.there++;
    else {
      const bytes = await read();
      if (hasHash(bytes, hash)) {
        await storage.write(key, bytes, getMediaType(key));
        result.stored.push(name);
      } else result.missing.push(name);
    }
    if (++uploaded % 40 === 0 || uploaded === objects.length)
      onProgress("Storing the pictures", uploaded, objects.length);
  };
  await Promise.all(objects.map((object) => run(() => store(object))));
  return result;
}

/** Returns the path of an upload, and downloads it if needed. Null if it does not exist. @throws StorageFailure */
export async function findUploadFile(context: Context, name: string): Promise<string | null> {
  const upload = await resolveInside(getUploadsFolder(context), name);
  if (upload !== null) return upload;
  const isStored = (await readStoredNames(context)).has(`${UPLOADS}${name}`);
  return isStored ? findCopy(context, `${UPLOADS}${name}`, null) : null;
}

/** Matches the path of an uploaded picture: no SVG, at most three folders, no name that begins with a dot. */
export const UPLOAD_NAME =
  /^((?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/){0,3}[A-Za-z0-9_-][A-Za-z0-9._-]*)\.(jpg|jpeg|png|webp|avif|gif)$/;

export const UPLOADS = "uploads/";

export const getUploadsFolder = ({ config }: { config: Pick<Config, "dataDir"> }): string =>
  path.join(config.dataDir, "uploads");

async function resolveInside(folder: string, name: string): Promise<string | null> {
  try {
    const root = await realpath(folder);
    const file = await realpath(path.join(root, name));
    return file.startsWith(root + path.sep) ? file : null;
  } catch {
    return null;
  }
}

/** The list of uploads is cached for this time. Otherwise each request for a missing file would query the storage. */
const REFRESH_EVERY_MS = 10 * SECOND;

const stored = defineService("media.uploads", () => ({
  names: Promise.resolve<ReadonlyMap<string, number>>(new Map()),
  until: 0,
}));

function readStoredNames(context: Context): Promise<ReadonlyMap<string, number>> {
  const state = context.service(stored);
  const storage = getPictureStorage(context);
  if (storage && performance.now() >= state.until) {
    state.until = Infinity; // prevents a second request while the first one runs
    state.names = storage.list(UPLOADS).finally(() => {
      state.until = performance.now() + REFRESH_EVERY_MS;
    });
    state.names.catch(() => {}); // callers that await `names` handle the rejection
  }
  return state.names;
}

export async function saveFile(file: string, bytes: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}.part`;
  await writeFile(unfinished, bytes);
  await rename(unfinished, file);
}

export async function readCached(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw cause;
  }
}
