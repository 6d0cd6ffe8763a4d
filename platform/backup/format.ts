import * as v from "valibot";

/*
 * A backup is one gzip file, in a file of age when it is encrypted, of lines of JSON: the head, then for each table its
 * rows, a row an array of texts as PostgreSQL writes each value, and the table's foot; the last line seals all lines
 * before it and signs the seal. It says nothing that one engine or one version of PostgreSQL could read differently.
 */

const table = v.object({ name: v.string(), columns: v.array(v.string()), rows: v.number() });

export const headSchema = v.object({
  backup: v.literal(1, "this version of the shop does not know this kind of backup"),
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  engine: v.picklist(["embedded", "server"]),
  postgres: v.string(),
  migrations: v.array(v.object({ name: v.string(), checksum: v.string() })),
  /** In an order in which rows come after those they point at. */
  tables: v.array(table),
});

export const footSchema = v.object({ table: v.string(), rows: v.number(), sha256: v.string() });

export const sealSchema = v.object({
  sealed: v.string(),
  /** The public key and its signature of the seal; earlier versions wrote none. */
  signer: v.optional(v.string()),
  signature: v.optional(v.string()),
});

export type BackupHead = v.InferOutput<typeof headSchema>;
export type TableFoot = v.InferOutput<typeof footSchema>;

/** Why a backup cannot be made, trusted or taken back, in one sentence for the owner. */
export class BackupRefused extends Error {
  override readonly name = "BackupRefused";
}

export const createDamagedError = (file: string, why: string): BackupRefused =>
  new BackupRefused(`${file} is damaged: ${why}. Nothing of it was used. Take another backup.`);

export const countRows = ({ tables }: BackupHead): number => tables.reduce((sum, { rows }) => sum + rows, 0);
