import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { measure, type PictureSource, readContent, writePicture } from "#platform/backup/backup-pictures.ts";
import { type BackupPicture, isPicturePath } from "#platform/backup/format.ts";
import type { Config } from "#platform/config/config.ts";
import type { ReportProgress } from "#platform/operator/command.ts";
import { createObjectStorage, type ObjectStorage, StorageFailure } from "#platform/storage/object-storage.ts";
import { getMediaType, isMedia } from "./media-types.ts";
import { getUploadsFolder, UPLOADS } from "./originals.ts";
import { type Original, ORIGINALS, toOriginalKey } from "./picture-storage.ts";

/* This module lists the pictures and videos for a backup, and puts those of a backup back. The functions need no
   context, because the shop is closed during a restore. */

type PictureConfig = Pick<Config, "dataDir" | "catalogueDir" | "pictureStorage">;

/** Lists the originals, also missing ones, and the uploads of this machine and of the object storage. */
export async function listPictureSources(
  config: PictureConfig,
  originals: readonly Original[],
): Promise<PictureSource[]> {
  const storage = config.pictureStorage && createObjectStorage(config.pictureStorage);
  const toStored = (key: string) =>
    storage && {
      stored: { cache: path.join(config.dataDir, "storage", key), read: () => storage.read(key) },
    };
  const sources = new Map<string, PictureSource>();
  if (storage)
    for (const name of await listStoredUploads(storage))
      sources.set(name, { path: name, kind: "upload", hash: null, ...toStored(`${UPLOADS}${name}`) });
  for (const name of await listUploads(config)) {
    const file = path.join(getUploadsFolder({ config }), name);
    sources.set(name, { path: name, kind: "upload", hash: null, file });
  }
  for (const { path: name, hash } of originals) {
    const place = toStored(toOriginalKey({ path: name, hash })) ?? findShown(config, name);
    sources.set(name, { path: name, kind: "original", hash, ...place });
  }
  return [...sources.values()];
}

/** Finds the file that the shop shows: the upload, which is newer, or else the file in the catalogue folder. */
function findShown({ dataDir, catalogueDir }: PictureConfig, name: string): { file?: string } {
  const folders = [getUploadsFolder({ config: { dataDir } }), catalogueDir];
  const file = folders.map((folder) => path.join(folder, name)).find(existsSync);
  return file === undefined ? {} : { file };
}

async function listUploads(config: PictureConfig): Promise<string[]> {
  const folder = getUploadsFolder({ config });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .filter(isUpload);
}

/** False for a file that no page can show, for example because its name contains a space. */
const isUpload = (name: string): boolean => isMedia(name) && isPicturePath(name);

/** Lists the uploads in the storage. If the storage fails, returns one name for all, to be reported as missing. */
async function listStoredUploads(storage: ObjectStorage): Promise<string[]> {
  try {
    return [...(await storage.list(UPLOADS)).keys()].map((key) => key.slice(UPLOADS.length)).filter(isUpload);
  } catch (cause) {
    if (cause instanceof StorageFailure) return [`${storage.name}/${UPLOADS}`];
    throw cause;
  }
}

interface RestoredPictures {
  restored: number;
  /** The number of pictures that were not restored, because the shop still had them. */
  there: number;
  /** The pictures that were not restored, because the shop has another picture with the same name. */
  different: string[];
  missing: string[];
}

/**
 * Puts the pictures of a backup back into the object storage or the uploads folder. If the uploads folder has another
 * picture with the same name, renames that file with `stamp`. Without `stamp`, does not restore the picture. `locate`
 * returns the file of the backup that should contain a picture.
 * @throws StorageFailure, DiskTooSmall
 */
export async function restorePictures(
  config: PictureConfig,
  {
    pictures,
    locate,
    stamp,
  }: { pictures: readonly BackupPicture[]; locate(picture: BackupPicture): string; stamp?: string },
  report: ReportProgress,
): Promise<RestoredPictures> {
  const storage = config.pictureStorage && createObjectStorage(config.pictureStorage);
  const sizes = new Map(
    storage ? [...(await storage.list(ORIGINALS)), ...(await storage.list(UPLOADS))] : [],
  );
  const result: RestoredPictures = { restored: 0, there: 0, different: [], missing: [] };
  for (const [at, picture] of pictures.entries()) {
    const outcome = storage
      ? await restoreObject(storage, sizes, picture, locate(picture))
      : await restoreFile(config, picture, locate(picture), stamp);
    if (outcome === "restored" || outcome === "there") result[outcome]++;
    else result[outcome].push(picture.path);
    report("Restoring the pictures", at + 1, pictures.length);
  }
  return result;
}

type Outcome = keyof RestoredPictures;

async function restoreObject(
  storage: ObjectStorage,
  sizes: ReadonlyMap<string, number>,
  { path: name, kind, bytes: size, sha256 }: BackupPicture,
  file: string,
): Promise<Outcome> {
  const key =
    kind === "original" ? toOriginalKey({ path: name, hash: sha256.slice(0, 8) }) : `${UPLOADS}${name}`;
  const isPicture = (content: Buffer | null): content is Buffer =>
    content !== null && createHash("sha256").update(content).digest("hex") === sha256;
  if (sizes.has(key)) {
    // The key of an original contains its hash, unlike that of an upload.
    const isSame = kind === "original" || (sizes.get(key) === size && isPicture(await storage.read(key)));
    return isSame ? "there" : "different";
  }
  const bytes = await readFile(file).catch(() => null);
  if (!isPicture(bytes)) return "missing";
  await storage.write(key, bytes, getMediaType(name));
  return "restored";
}

async function restoreFile(
  config: PictureConfig,
  picture: BackupPicture,
  file: string,
  stamp: string | undefined,
): Promise<Outcome> {
  const isPicture = async (place: string | undefined) =>
    place !== undefined && (await measure(place))?.sha256 === picture.sha256;
  const shown = findShown(config, picture.path).file;
  if (await isPicture(shown)) return "there";
  if (shown !== undefined && stamp === undefined) return "different";
  if (!(await isPicture(file))) return "missing";
  const target = path.join(getUploadsFolder({ config }), picture.path);
  const aside = stamp === undefined ? undefined : `${target}.before-restore-${stamp}`;
  return (await writePicture(target, readContent(file), picture, aside)) ? "restored" : "missing";
}
