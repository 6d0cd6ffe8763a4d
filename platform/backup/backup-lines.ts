import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import * as v from "valibot";
import { openBackup } from "./encryption.ts";
import { BackupRefused, createDamagedError, type BackupHead, countRows, type TableFoot } from "./format.ts";
import type pg from "pg";
import type { ReportProgress } from "../operator/command.ts";
import type { Engine } from "../database/database.ts";
import { createHash } from "node:crypto";
import { ROWS_AT_ONCE } from "../database/statement.ts";

export const CHARACTERS_AT_ONCE = 1_000_000;

/** The maximum length of a line, in bytes. Real rows of a shop are shorter. */
const MAX_LINE_BYTES = 32_000_000;
/** A backup may unpack to `times` its size or to `bytes`, whichever is more. The limit stops compression bombs. */
const MAX_UNPACKED = { times: 200, bytes: 64_000_000 };

/** Yields the decompressed lines of a backup. `node:readline` would also split at U+2028. @throws BackupRefused */
export async function* readLines({
  file,
  identities,
}: Pick<BackupFile, "file" | "identities">): AsyncGenerator<string, undefined> {
  let partialChunks: Buffer[] = [];
  const gunzip = createGunzip();
  let source: Readable | undefined;
  let lineBytes = 0;
  let bytes = 0;
  try {
    const maxBytes = Math.max(MAX_UNPACKED.bytes, MAX_UNPACKED.times * (await stat(file)).size);
    source = await openBackup(file, identities);
    source.once("error", (cause) => gunzip.destroy(cause));
    source.pipe(gunzip);
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) refuseIncomplete(file, "the unpacked file is far larger than a backup can be");
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        yield Buffer.concat([...partialChunks, chunk.subarray(from, at)]).toString();
        partialChunks = [];
        lineBytes = 0;
        from = at + 1;
      }
      partialChunks.push(chunk.subarray(from));
      lineBytes += chunk.length - from;
      if (lineBytes > MAX_LINE_BYTES) refuseIncomplete(file, "one line of the file is too long");
    }
  } catch (cause) {
    throw toRefusal(cause, file);
  } finally {
    source?.destroy();
    gunzip.destroy();
  }
}

export function parseLine<const Schema extends v.GenericSchema>(
  schema: Schema,
  line: string,
  file: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), line);
  if (!result.success) refuseIncomplete(file, "its contents cannot be read");
  return result.output;
}

export function refuseIncomplete(file: string, reason: string): never {
  throw createDamagedError(file, reason);
}

export interface BackupFile {
  file: string;
  identities?: string | undefined;
  /** The public keys of the shops whose backups are accepted. */
  signers: readonly string[];
}

function toRefusal(cause: unknown, file: string): unknown {
  const { code = "" } = cause as NodeJS.ErrnoException;
  if (code === "ENOENT") return new BackupRefused(`There is no file ${file}.`);
  if (code === "EISDIR") return new BackupRefused(`${file} is a folder. Enter the backup file in it.`);
  if (code === "EACCES") return new BackupRefused(`You have no permission to read ${file}.`);
  if (code === "Z_DATA_ERROR" && (cause as Error).message === "incorrect header check")
    return new BackupRefused(`${file} is not a backup, or is damaged at its beginning.`);
  return code.startsWith("Z_") ? createDamagedError(file, "a part of it cannot be unpacked") : cause;
}

export async function buildHead(
  client: pg.PoolClient,
  tables: Table[],
  engine: Engine,
  now: Date,
): Promise<BackupHead> {
  const { rows: migrations } = await client.query<BackupHead["migrations"][number]>(
    "select name, checksum from migration order by name",
  );
  const { rows: version } = await client.query<{ server_version: string }>("show server_version");
  const countedTables = [];
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${quoteName(name)}`);
    countedTables.push({ name, columns: columns.map((column) => column.name), rows: Number(rows[0]?.count) });
  }
  const postgres = version[0]?.server_version ?? "";
  return { backup: 1, madeAt: now.toISOString(), engine, postgres, migrations, tables: countedTables };
}

export async function* streamBody(
  client: pg.PoolClient,
  tables: readonly Table[],
  head: BackupHead,
  report: ReportProgress,
): AsyncGenerator<string[]> {
  yield [JSON.stringify(head)];
  let written = 0;
  for (const table of tables) {
    const rows = createTally(table.name);
    for await (const lines of streamLines(client, table)) {
      rows.add(lines);
      yield lines;
      report("Copying the data", (written += lines.length), countRows(head));
    }
    yield [JSON.stringify(rows.foot())];
  }
}

/**
 * Tables that backups leave out. A restore fills `migration` itself. A library used `socket_io_attachments` until
 * migration 0029 dropped it.
 */
const EXCLUDED = ["migration", "socket_io_attachments"];

/** SQL settings that make every server format values in the same way. */
export const SAME_TEXTS =
  "set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; " +
  "set local bytea_output = 'hex'; set local extra_float_digits = 1";

export interface Table {
  name: string;
  columns: { name: string; type: string }[];
  key: string[];
}

/** Returns the tables to back up, referenced tables first. Unlogged tables are not backed up. */
export async function findTables(client: pg.PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Table & { pointsAt: string[] }>(FIND, [EXCLUDED]);
  const sorted: Table[] = [];
  let remainingRows = rows;
  while (remainingRows.length > 0) {
    const waits = (name: string) => remainingRows.some((table) => table.name === name);
    const ready = remainingRows.filter(({ pointsAt }) => !pointsAt.some(waits));
    if (ready.length === 0)
      throw new Error("The backup cannot order the tables, because their references form a circle.");
    sorted.push(...ready);
    remainingRows = remainingRows.filter((table) => !ready.includes(table));
  }
  return sorted;
}

const FIND = `
  select c.relname as name,
         (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
                           order by a.attnum)
            from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
         (select coalesce(jsonb_agg(a.attname order by array_position(i.indkey::int2[], a.attnum)), '[]')
            from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
           where i.indrelid = c.oid and i.indisprimary) as key,
         (select coalesce(jsonb_agg(distinct f.relname), '[]')
            from pg_constraint p join pg_class f on f.oid = p.confrelid
           where p.conrelid = c.oid and p.contype = 'f' and p.confrelid <> c.oid) as "pointsAt"
    from pg_class c
   where c.relnamespace = current_schema()::regnamespace
     and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> all($1)
   order by c.relname`;

/** Yields the rows of a table as arrays of lines, the same on PostgreSQL and PGlite. The cursor needs a transaction. */
export async function* streamLines(
  client: pg.PoolClient,
  { name, columns, key }: Table,
): AsyncGenerator<string[]> {
  const values = columns.map((column) => `${quoteName(column.name)}::text`).join(", ");
  const order = key.map((column) => `${quoteName(column)}::text collate "C"`).join(", ");
  await client.query(
    `declare every_row no scroll cursor for
     select json_build_array(${values})::text as line from ${quoteName(name)} order by ${order || "1"}`,
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from every_row`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await client.query("close every_row");
}

export function createTally(table: string): { add(lines: readonly string[]): void; foot(): TableFoot } {
  const hash = createHash("sha256");
  let rows = 0;
  return {
    add(lines) {
      rows += lines.length;
      for (const line of lines) hash.update(line).update("\n");
    },
    foot: () => ({ table, rows, sha256: hash.digest("hex") }),
  };
}

export async function insertLines(
  client: pg.PoolClient,
  { name, columns }: Table,
  lines: readonly string[],
): Promise<void> {
  const values = columns.map(({ type }, at) => `(row ->> ${at})::${type}`);
  await client.query(
    `insert into ${quoteName(name)} (${columns.map((column) => quoteName(column.name)).join(", ")})
     select ${values.join(", ")} from jsonb_array_elements($1::jsonb) as row`,
    [`[${lines.join(",")}]`],
  );
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
