import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DAY } from "#contract/time.ts";
import type { ReportProgress } from "../operator/command.ts";
import { requireSpace } from "../storage/disk-space.ts";
import { StorageFailure } from "../storage/object-storage.ts";
import { type BackupHead, type BackupPicture, BackupRefused, isPicturePath } from "./format.ts";

/*
 * The pictures and videos of a backup are either in its file or in a folder `pictures` beside its file. All backups in
 * the same place share this folder. The name of a picture there contains the beginning of the content's hash, so the
 * picture never changes and is copied only once. The signed head of each backup lists its pictures with their whole
 * hashes.
 */

export const getPicturesFolder = (file: string): string => path.join(path.dirname(file), "pictures");

/** A picture or video of the shop. It is missing if it has neither `file` nor `stored`. */
export interface PictureSource extends Pick<BackupPicture, "path" | "kind"> {
  /** The first 8 digits of the SHA-256 hash of the content. Null if the content must be read to know the hash. */
  hash: string | null;
  file?: string;
  stored?: StoredPicture;
  /** True if no page uses the picture. The backup does not report it if it is missing. */
  isUnused?: true;
}

interface StoredPicture {
  /** The file in which the shop caches the picture. */
  cache: string;
  /** @throws StorageFailure */
  read(): Promise<Buffer | null>;
}

export interface CollectedPictures {
  list: NonNullable<BackupHead["pictures"]>;
  /** The file on this machine with the picture. */
  locate(picture: BackupPicture): string;
}

/**
 * Copies the pictures that `folder` lacks into it. If `folder` is null, only downloads the pictures of an object
 * storage to the cache. A picture in use that cannot be read is listed as missing.
 * @throws DiskTooSmall, or the error of a file that cannot be written
 */
export async function collectPictures(
  sources: readonly PictureSource[],
  folder: string | null,
  report: ReportProgress,
): Promise<CollectedPictures> {
  if (folder !== null) await deleteUnfinished(folder);
  const list: CollectedPictures["list"] = { files: [], missing: [] };
  const places = new Map<BackupPicture, string>();
  let isStorageAway = false;
  for (const [at, source] of sources.entries()) {
    const collected = isPicturePath(source.path)
      ? await collect(source, folder, isStorageAway).catch((cause: unknown) => {
          if (!(cause instanceof StorageFailure)) throw cause;
          isStorageAway = true;
          return null;
        })
      : null;
    if (collected === null) {
      if (!source.isUnused) list.missing.push(source.path);
    } else {
      list.files.push(collected.picture);
      places.set(collected.picture, collected.file);
    }
    report("Copying the pictures", at + 1, sources.length);
  }
  return { list, locate: (picture) => places.get(picture) ?? "" };
}

async function collect(
  source: PictureSource,
  folder: string | null,
  isStorageAway: boolean,
): Promise<{ picture: BackupPicture; file: string } | null> {
  const { path: name, kind, hash, file, stored } = source;
  const pictureOf = (measured: Measured): BackupPicture => ({ path: name, kind, ...measured });
  const local = file ?? stored?.cache;
  const measured = local === undefined ? null : await measure(local).catch(() => null);
  if (local !== undefined && measured && hasHash(measured, file === undefined ? hash : null)) {
    const picture = pictureOf(measured);
    if (folder === null) return { picture, file: local };
    const target = getPicturePlace(folder, picture);
    const isThere = (await measureSize(target)) === picture.bytes;
    return isThere || (await writePicture(target, readContent(local), picture))
      ? { picture, file: target }
      : null;
  }
  if (!stored) return null;
  if (hash !== null && folder !== null) {
    const target = getPicturePlace(folder, { path: name, sha256: hash });
    const copied = await measure(target);
    if (copied && hasHash(copied, hash)) return { picture: pictureOf(copied), file: target };
  }
  const content = isStorageAway ? null : await stored.read();
  if (content === null) return null;
  const downloaded = { bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
  if (!hasHash(downloaded, hash)) return null;
  const picture = pictureOf(downloaded);
  const target = folder === null ? stored.cache : getPicturePlace(folder, picture);
  await writePicture(target, [content], downloaded);
  return { picture, file: target };
}

const hasHash = ({ sha256 }: Measured, hash: string | null): boolean =>
  hash === null || sha256.startsWith(hash);

/** Returns the file of a picture in a folder of pictures, such as `products/bowl-1.a1b2c3d4.jpg`. */
export function getPicturePlace(
  folder: string,
  { path: name, sha256 }: Pick<BackupPicture, "path" | "sha256">,
): string {
  const { dir, name: base, ext } = path.posix.parse(name);
  return path.join(folder, dir, `${base}.${sha256.slice(0, 8)}${ext}`);
}

type Measured = Pick<BackupPicture, "bytes" | "sha256">;

/** The measured files by path. Without this cache, an hourly backup would read all pictures every time. */
const measuredFiles = new Map<string, { changedMs: number; measured: Measured }>();

/** Returns size and hash of a file; null if it does not exist. Reads an unchanged file only once. */
export async function measure(file: string): Promise<Measured | null> {
  const info = await findFile(file);
  if (info === null) return null;
  const previous = measuredFiles.get(file);
  if (previous?.changedMs === info.ctimeMs && previous.measured.bytes === info.size) return previous.measured;
  const measured = await readAndMeasure(file);
  measuredFiles.set(file, { changedMs: info.ctimeMs, measured });
  return measured;
}

async function readAndMeasure(file: string): Promise<Measured> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of readContent(file)) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Yields the content of a file. Opens the file at the first read, so an earlier error leaves no open file. */
export async function* readContent(file: string): AsyncGenerator<Buffer> {
  yield* createReadStream(file) as AsyncIterable<Buffer>;
}

const findFile = (file: string) =>
  stat(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT" || cause.code === "ENOTDIR") return null;
    throw cause;
  });

const measureSize = async (file: string): Promise<number | null> => (await findFile(file))?.size ?? null;

/**
 * Writes a picture to a file, completely or not at all. Returns false if the hash of `content` is wrong. An existing
 * file is renamed to `aside` when the new one is complete; without `aside`, it is replaced.
 * @throws DiskTooSmall
 */
export async function writePicture(
  target: string,
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
  { bytes, sha256 }: Measured,
  aside?: string,
): Promise<boolean> {
  const folder = path.dirname(target);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await requireSpace(folder, bytes);
  const unfinished = `${target}.${randomUUID()}${UNFINISHED}`;
  const hash = createHash("sha256");
  const addToHash = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  try {
    await pipeline(
      Readable.from(content),
      addToHash,
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
    if (hash.digest("hex") !== sha256) return false;
    if (aside !== undefined && (await findFile(target))) await rename(target, aside);
    await rename(unfinished, target);
    return true;
  } finally {
    await rm(unfinished, { force: true });
  }
}

const UNFINISHED = ".part";

/** Matches the names that `writePicture` gives to unfinished files. The folder may have other files too. */
const UNFINISHED_NAME = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

/** Deletes unfinished files of killed backups. Keeps files of the last day, because a running backup may write them. */
async function deleteUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names) {
    if (!UNFINISHED_NAME.test(name)) continue;
    const file = path.join(folder, name);
    const info = await findFile(file);
    if (info && info.mtimeMs < Date.now() - DAY) await rm(file, { force: true });
  }
}

const BYTES_IN_LINE = 768 * 1_024;

/** Yields the contents of the pictures as lines of the backup file. */
export async function* streamPictures(
  { list, locate }: CollectedPictures,
  report: ReportProgress,
): AsyncGenerator<string[]> {
  for (const [at, picture] of list.files.entries()) {
    const hash = createHash("sha256");
    const chunks = createReadStream(locate(picture), { highWaterMark: BYTES_IN_LINE });
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield [JSON.stringify(chunk.toString("base64"))];
    }
    if (hash.digest("hex") !== picture.sha256)
      throw new BackupRefused(`${picture.path} was changed during the backup. Please make the backup again.`);
    report("Adding the pictures", at + 1, list.files.length);
  }
}

interface DamagedPicture {
  path: string;
  words: string;
}

/**
 * Reads all pictures beside a backup. Returns those that are missing or damaged. Renames damaged ones, so that the next
 * backup copies them again.
 */
export async function checkPictures(
  file: string,
  pictures: readonly BackupPicture[],
  report: ReportProgress,
): Promise<DamagedPicture[]> {
  const damaged: DamagedPicture[] = [];
  for (const [at, picture] of pictures.entries()) {
    const place = getPicturePlace(getPicturesFolder(file), picture);
    const measured = (await findFile(place)) && (await readAndMeasure(place));
    if (measured === null) damaged.push({ path: picture.path, words: `${place} is missing` });
    else if (measured.sha256 !== picture.sha256) {
      damaged.push({ path: picture.path, words: `${place} is damaged` });
      await rename(place, `${place}.damaged`).catch(() => {}); // The folder may be read-only.
    }
    report("Reading the pictures", at + 1, pictures.length);
  }
  return damaged;
}
