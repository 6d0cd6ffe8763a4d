import * as v from "valibot";

/*
 * A backup is a gzip file of JSON lines, optionally encrypted as an age file. The first line (head) describes the
 * backup and lists the pictures. Each table has a line for each row (an array of each column's text or null) and then
 * a line (foot) with the number of rows and their hash. In version 2, the contents of the pictures follow as base64 in
 * lines of less than 2 MB. The last line contains the hash of all other lines (seal) and its signature. The format does
 * not depend on the engine or the version of PostgreSQL.
 */

const table = v.object({ name: v.string(), columns: v.array(v.string()), rows: v.number() });

/** Matches paths that cannot lead out of the folder of the pictures. */
const PICTURE_PATH = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/){0,3}[A-Za-z0-9_-][A-Za-z0-9._-]*\.[A-Za-z0-9]+$/;

export const isPicturePath = (value: string): boolean => PICTURE_PATH.test(value);

const picture = v.object({
  /** The path in the folder `uploads` of the data folder, such as `products/bowl-1.jpg`. */
  path: v.pipe(v.string(), v.regex(PICTURE_PATH)),
  /** An `original` is shown in several sizes, and its name in an object storage contains its hash. */
  kind: v.picklist(["original", "upload"]),
  bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

export const headSchema = v.object({
  /** The version: 1 if the pictures are beside the file, 2 if they are in it. */
  backup: v.picklist([1, 2], "this version of the shop does not know this kind of backup"),
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  engine: v.picklist(["embedded", "server"]),
  postgres: v.string(),
  migrations: v.array(v.object({ name: v.string(), checksum: v.string() })),
  tables: v.array(table),
  /** The pictures and videos. Those in `missing` could not be read. Backups before 30 November 2026 have none. */
  pictures: v.optional(v.object({ files: v.array(picture), missing: v.array(v.string()) })),
});

export const footSchema = v.object({ table: v.string(), rows: v.number(), sha256: v.string() });

export const sealSchema = v.object({
  sealed: v.string(),
  /** The public key of the shop that signed the backup. A backup without a signature is refused. */
  signer: v.optional(v.string()),
  signature: v.optional(v.string()),
});

export type BackupHead = v.InferOutput<typeof headSchema>;
export type BackupPicture = v.InferOutput<typeof picture>;
export type TableFoot = v.InferOutput<typeof footSchema>;

/** Thrown if a backup cannot be made, verified or restored. The owner sees the message. */
export class BackupRefused extends Error {
  override readonly name = "BackupRefused";
}

export const createDamagedError = (file: string, reason: string): BackupRefused =>
  new BackupRefused(`${file} is damaged: ${reason}. Nothing was restored. Use another backup.`);

/** True for the file of a finished backup. A backup folder also contains other files, such as `.verified` marks. */
export const isBackupName = (name: string): boolean => /\.backup\.gz(\.age)?$/.test(name);

export const countRows = ({ tables }: BackupHead): number => tables.reduce((sum, { rows }) => sum + rows, 0);
