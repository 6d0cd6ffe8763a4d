import * as v from "valibot";

/*
 * A backup is a gzip file of JSON lines, optionally encrypted as an age file. The first line (head) describes the
 * backup. Each table has a line for each row (an array of each column's text or null) and then a line (foot)
 * with the number of rows and their hash. The last line contains the hash of all other lines (seal) and its signature.
 * The format does not depend on the engine or the version of PostgreSQL.
 */

const table = v.object({ name: v.string(), columns: v.array(v.string()), rows: v.number() });

export const headSchema = v.object({
  backup: v.literal(1, "this version of the shop does not know this kind of backup"),
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  engine: v.picklist(["embedded", "server"]),
  postgres: v.string(),
  migrations: v.array(v.object({ name: v.string(), checksum: v.string() })),
  tables: v.array(table),
});

export const footSchema = v.object({ table: v.string(), rows: v.number(), sha256: v.string() });

export const sealSchema = v.object({
  sealed: v.string(),
  /** The public key of the shop that signed the backup. A backup without a signature is refused. */
  signer: v.optional(v.string()),
  signature: v.optional(v.string()),
});

export type BackupHead = v.InferOutput<typeof headSchema>;
export type TableFoot = v.InferOutput<typeof footSchema>;

/** Thrown if a backup cannot be made, verified or restored. The owner sees the message. */
export class BackupRefused extends Error {
  override readonly name = "BackupRefused";
}

export const createDamagedError = (file: string, reason: string): BackupRefused =>
  new BackupRefused(`${file} is damaged: ${reason}. Nothing was restored. Use another backup.`);

export const countRows = ({ tables }: BackupHead): number => tables.reduce((sum, { rows }) => sum + rows, 0);
