import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { lockBriefly } from "./lock-briefly.ts";
import { createLog, type Log } from "./log.ts";
import { resolveFromRoot } from "./package-files.ts";

/** The migrations and the database do not fit together; nothing was changed by the file it names. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/** A migration by what a database remembers of it. */
export interface AppliedMigration {
  name: string;
  checksum: string;
}

interface Migration extends AppliedMigration {
  sql: string;
}

/** By name: its checksum, and whether versions that do not know it can work beside it. */
type Applied = ReadonlyMap<string, { checksum: string; breaksEarlier: boolean }>;

/** What a file says of itself if the version before it cannot go on after it, neither beside the new one nor as the way back. */
const BREAKS_EARLIER = /^-- Breaks earlier versions: \S/m;

const FOLDER = resolveFromRoot("migrations");
const LOCK = 7_291_004;

/**
 * Brings the database to the newest `NNNN-feature-what.sql`, each file in a transaction of its own, forward only.
 * Several processes may start at once: one works, the others wait and find nothing to do. It needs a direct
 * connection, not a transaction pooler. @throws MigrationError
 */
export async function migrate(pool: pg.Pool, log: Log, folder: string = FOLDER): Promise<void> {
  const files = readMigrations(folder);
  await withLock(pool, async (client) => {
    const applied = await readApplied(client, log);
    for (const migration of listPending(files, applied)) {
      await apply(client, migration, log);
      log.info({ migration: migration.name }, "database migrated");
    }
    const later = listUnknown(files, applied);
    if (later.length > 0)
      log.warn({ migrations: later }, "the database belongs to a later version of the shop");
  });
}

/**
 * Brings an empty database to where another one was, so that its rows fit. @throws MigrationError when that one had
 * more than this version of the shop knows, or something else
 */
export async function migrateAs(pool: pg.Pool, other: readonly AppliedMigration[]): Promise<void> {
  const log = createLog("silent"); // an empty database has nobody to wait for
  const files = readMigrations(FOLDER);
  // The rows of a backup are filled in as a whole: nothing of it may be unknown here.
  const applied = new Map(other.map(({ name, checksum }) => [name, { checksum, breaksEarlier: true }]));
  const later = listPending(files, applied, "backup");
  await withLock(pool, async (client) => {
    await readApplied(client, log);
    for (const migration of files) if (!later.includes(migration)) await apply(client, migration, log);
  });
}

/** How many migrations a database has, and how many the next start will add. @throws MigrationError when they do not fit */
export async function countPendingMigrations(
  client: Pick<pg.ClientBase, "query">,
  folder: string = FOLDER,
): Promise<{ applied: number; pending: number }> {
  const { rows: tables } = await client.query("select 1 where to_regclass('migration') is not null");
  const applied: Applied = tables.length === 0 ? new Map() : await selectApplied(client);
  return { applied: applied.size, pending: listPending(readMigrations(folder), applied).length };
}

async function withLock(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("set lock_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await work(client);
  } finally {
    client.release(true); // closing the connection frees the lock and its settings, whatever happened
  }
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .toSorted();
  names.forEach((name, index) => {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
      throw new MigrationError(`${name} is not named like 0007-room-what.sql.`);
    const before = names[index - 1];
    if (before && readNumber(before) === readNumber(name))
      throw new MigrationError(`${before} and ${name} share a number.`);
  });
  return names.map((name) => {
    const sql = readFileSync(path.join(folder, name), "utf8").replaceAll("\r\n", "\n"); // as git may write it on Windows
    return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
  });
}

async function readApplied(client: pg.PoolClient, log: Log): Promise<Applied> {
  await client.query(`create table if not exists migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now(),
    breaks_earlier boolean not null default false)`);
  const { rowCount } = await client.query(`select 1 from pg_attribute
    where attrelid = 'migration'::regclass and attname = 'breaks_earlier' and not attisdropped`);
  // Even if the column is there, adding it would wait for whoever reads the table.
  if (!rowCount)
    await lockBriefly(client, "the list of migrations", log, async () => {
      await client.query("alter table migration add column breaks_earlier boolean not null default false");
    });
  return selectApplied(client);
}

/** A database that was last opened by an earlier version has no `breaks_earlier` yet. */
async function selectApplied(client: Pick<pg.ClientBase, "query">): Promise<Applied> {
  const { rows } = await client.query<{ name: string; checksum: string; breaksEarlier: boolean }>(
    `select name, checksum, coalesce((to_jsonb(migration) ->> 'breaks_earlier')::boolean, false) as "breaksEarlier"
    from migration`,
  );
  return new Map(rows.map(({ name, ...rest }) => [name, rest]));
}

/** What the database has beyond these files. */
const listUnknown = (files: readonly Migration[], applied: Applied): string[] =>
  [...applied.keys()].filter((name) => !files.some((file) => file.name === name));

/** Whether this version can work on what a later one has added. */
const canWorkBeside = (name: string, files: readonly Migration[], applied: Applied): boolean =>
  applied.get(name)?.breaksEarlier === false && readNumber(name) > readNumber(files.at(-1)?.name ?? "0000");

/** Those not applied yet, or the reason why the files and the database do not fit. */
function listPending(files: Migration[], applied: Applied, place = "database"): Migration[] {
  const newest = [...applied.keys()].toSorted().at(-1);
  const missing = listUnknown(files, applied).find((name) => !canWorkBeside(name, files, applied));
  if (missing) {
    throw new MigrationError(
      `The ${place} has ${missing}, but this version of the shop has no such file. Run the newer version, or restore the file.`,
    );
  }
  for (const { name, checksum } of files) {
    const before = applied.get(name);
    if (before !== undefined && before.checksum !== checksum) {
      throw new MigrationError(
        `${name} was changed after it had been applied. Restore it and put the change into a new file.`,
      );
    }
    if (before === undefined && newest && readNumber(name) <= readNumber(newest)) {
      throw new MigrationError(
        `${name} comes before ${newest}, which is already applied. Give it a number after it.`,
      );
    }
  }
  return files.filter(({ name }) => !applied.has(name));
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration, log: Log): Promise<void> {
  try {
    await lockBriefly(client, name, log, async () => {
      await client.query(sql);
      await client.query("insert into migration (name, checksum, breaks_earlier) values ($1, $2, $3)", [
        name,
        checksum,
        BREAKS_EARLIER.test(sql),
      ]);
    });
  } catch (cause) {
    throw new MigrationError(`${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

const readNumber = (name: string) => Number(name.slice(0, 4));
