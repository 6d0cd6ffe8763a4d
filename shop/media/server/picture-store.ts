import path from "node:path";
import { getTableColumns, sql } from "drizzle-orm";
import type { PictureRef } from "#contract/picture.ts";
import { splitIntoChunks, setExcluded, defineStatement } from "#platform/database/statement.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { listWidths } from "../picture-sizes.ts";
import { picture } from "./tables.ts";

export type StoredPicture = typeof picture.$inferSelect;

type PicturesByPath = ReadonlyMap<string, StoredPicture>;
type PicturesByKey = ReadonlyMap<string, StoredPicture>;

const mapByPath = (rows: readonly StoredPicture[]): PicturesByPath =>
  new Map(rows.map((row) => [row.path, row]));

export const readPictures = async (db: Pick<Db, "select">): Promise<PicturesByPath> =>
  mapByPath(await db.select().from(picture));

const selectPictures = defineStatement<[paths: string[]], StoredPicture>(
  `select path, hash, width, height, placeholder, bytes::float8 as bytes, modified_ms::float8 as "modifiedMs"
     from picture where path = any($1)`,
);

export const findPictures = async (db: Db | Tx, paths: readonly string[]): Promise<PicturesByPath> =>
  mapByPath(paths.length === 0 ? [] : await selectPictures(db, [...paths]));

export async function readPicturesOutside(db: Db | Tx, folder: string): Promise<PicturesByPath> {
  // All paths in the folder sort between these two limits, because "0" is the next character after "/".
  const isOutside = sql`path ~<~ ${`${folder}/`} or path ~>=~ ${`${folder}0`}`;
  return mapByPath(await db.select().from(picture).where(isOutside));
}

/**
 * `place` is the path without its file extension. `~>=~` and `~<~` compare byte by byte, as the index requires. Without
 * `offset 0`, the database joins by `hash` and reads the whole table.
 */
const selectByKeys = defineStatement<[places: string[], hashes: string[]], StoredPicture>(
  `select found.*
     from unnest($1::text[], $2::text[]) as requested (place, hash)
    cross join lateral (
       select path, hash, width, height, placeholder, bytes::float8 as bytes, modified_ms::float8 as "modifiedMs"
         from picture
        where path ~>=~ (place || '.') and path ~<~ (place || '/') and picture.hash = requested.hash
       offset 0
    ) as found`,
);

/** Returns the pictures by their keys, such as `products/teak-tissue-box-1.a1b2c3d4`. */
export async function findPicturesByKey(db: Db, keys: readonly string[]): Promise<PicturesByKey> {
  const dots = keys.map((key) => key.lastIndexOf("."));
  const rows = await selectByKeys(
    db,
    keys.map((key, at) => key.slice(0, dots[at])),
    keys.map((key, at) => key.slice((dots[at] ?? 0) + 1)),
  );
  return new Map(rows.map((row) => [toPictureKey(row), row]));
}

/** Stores the new and changed metadata, so that the next import measures only changed files. */
export async function writePictures(
  tx: Tx,
  pictures: readonly StoredPicture[],
  existing: PicturesByPath = new Map(),
): Promise<void> {
  const changedPictures = pictures.filter((picture) => existing.get(picture.path) !== picture);
  for (const rows of splitIntoChunks(changedPictures))
    await tx.insert(picture).values(rows).onConflictDoUpdate({ target: picture.path, set: measured });
}

const measured = setExcluded(getTableColumns(picture), ["path"]);

/** Returns what the URLs of a picture share after `/pictures/`, such as `products/teak-tissue-box-1.a1b2c3d4`. */
export const toPictureKey = ({ path: file, hash }: Pick<StoredPicture, "path" | "hash">): string => {
  const { dir, name } = path.posix.parse(file);
  return `${dir}/${name}.${hash}`;
};

const refs = new WeakMap<StoredPicture, PictureRef>();

/** Returns one shared object for each picture, because many products have the same picture. */
export function toPictureRef(picture: StoredPicture): PictureRef {
  const previous = refs.get(picture);
  if (previous) return previous;
  const ref = {
    src: `/pictures/${toPictureKey(picture)}.{w}.{f}`,
    width: picture.width,
    height: picture.height,
    placeholder: picture.placeholder,
    widths: listWidths(picture.width),
  };
  refs.set(picture, ref);
  return ref;
}
