import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { lockBriefly } from "./lock-briefly.ts";
import { createLog, type Log } from "../observe/log.ts";
import { resolveFromRoot } from "../storage/package-files.ts";
import { IS_OPEN } from "./tables.ts";
import { isDatabaseAway, getSqlState } from "./database-errors.ts";

/** Thrown if the migration files are invalid or do not match the database, or if a migration was rolled back. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/** Thrown before any migration is applied, if a migration would break running processes of earlier versions. */
export class EarlierVersionRunning extends Error {
  override readonly name = "EarlierVersionRunning";
}

interface AppliedMigration {
  name: string;
  checksum: string;
}

interface Migration extends AppliedMigration {
  sql: string;
  breaksEarlier: boolean;
}

type AppliedMigrations = ReadonlyMap<string, { checksum: string; breaksEarlier: boolean }>;

const BREAKS_EARLIER = /^-- Breaks earlier versions: \S.*\n/m;

const FOLDER = resolveFromRoot("migrations");
const LOCK = 7_291_004;

/**
 * Applies each pending file in its own transaction. If several processes start at once, one migrates and the others
 * wait. The pool must not be a transaction pooler. @throws MigrationError, EarlierVersionRunning
 */
export async function migrate(pool: pg.Pool, log: Log, folder: string = FOLDER): Promise<void> {
  const files = readMigrations(folder);
  await withLock(pool, async (client) => {
    const applied = await readApplied(client, log);
    const pending = listPending(files, applied);
    if (applied.size > 0) await refuseBesideEarlier(client, pending, log);
    const isNew = applied.size === 0;
    for (const migration of pending) {
      await apply(client, migration, log);
      if (!isNew) log.info({ migration: migration.name }, "database migrated");
    }
    if (isNew) log.info({ migrations: pending.length }, "database created");
    const later = listUnknown(files, applied);
    if (later.length > 0)
      log.warn({ migrations: later }, "the database belongs to a later version of the shop");
  });
}

export async function confirmMigrated(pool: pg.Pool): Promise<void> {
  await withLock(pool, async (client) => {
    listPending(readMigrations(FOLDER), await selectApplied(client));
  });
}

/** True if this version can work with the migrations of the database. @throws if the database is not responding */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  try {
    await confirmMigrated(pool);
    return true;
  } catch (cause) {
    if (cause instanceof MigrationError) return false;
    throw cause;
  }
}

export const getNewestMigration = (): string => readMigrations(FOLDER).at(-1)?.name ?? "";

/** Applies a backup's migrations to an empty database. @throws MigrationError if this version lacks one of them */
export async function migrateAs(pool: pg.Pool, other: readonly AppliedMigration[]): Promise<void> {
  const log = createLog("silent"); // This log would only contain messages about waiting.
  const files = readMigrations(FOLDER);
  // `breaksEarlier: true` makes `listPending` throw if this version lacks a migration of the backup.
  const applied = new Map(other.map(({ name, checksum }) => [name, { checksum, breaksEarlier: true }]));
  const later = listPending(files, applied, "backup");
  await withLock(pool, async (client) => {
    await readApplied(client, log);
    for (const migration of files) if (!later.includes(migration)) await apply(client, migration, log);
  });
}

export async function countPendingMigrations(
  client: Pick<pg.ClientBase, "query">,
  folder: string = FOLDER,
): Promise<{ applied: number; pending: number }> {
  const { rows: tables } = await client.query("select 1 where to_regclass('migration') is not null");
  const applied: AppliedMigrations = tables.length === 0 ? new Map() : await selectApplied(client);
  return { applied: applied.size, pending: listPending(readMigrations(folder), applied).length };
}

async function withLock(pool: pg.Pool, callback: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("set lock_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await callback(client);
  } finally {
    client.release(true); // Closing the connection always frees the lock and resets its settings.
  }
}

interface OpenProcess {
  id: string;
  name: string;
  /** The newest migration that the process's version contains; null if that version did not record it. */
  knows: string | null;
  seenAt: Date;
}

const POLL_EVERY_MS = 500;

/** Throws if a pending migration would break a running process. Waits until processes without heartbeats expire. */
async function refuseBesideEarlier(client: pg.ClientBase, pending: Migration[], log: Log): Promise<void> {
  const breaking = pending.filter(({ breaksEarlier }) => breaksEarlier).at(-1);
  if (!breaking) return;
  const firstSeen = new Map<string, number>();
  for (;;) {
    const earlier = (await listOpenProcesses(client)).filter(({ knows }) => (knows ?? "") < breaking.name);
    if (earlier.length === 0) return;
    const isAlive = ({ id, seenAt }: OpenProcess) => seenAt.getTime() > (firstSeen.get(id) ?? Infinity);
    if (earlier.some(isAlive)) throw new EarlierVersionRunning(explainEarlier(breaking.name, earlier));
    for (const { id, name, seenAt } of earlier) {
      if (!firstSeen.has(id))
        log.info({ process: name }, "checking whether an earlier version is still open");
      firstSeen.set(id, firstSeen.get(id) ?? seenAt.getTime());
    }
    await pause(POLL_EVERY_MS);
  }
}

async function listOpenProcesses(client: pg.ClientBase): Promise<OpenProcess[]> {
  const { rowCount } = await client.query("select 1 where to_regclass('shop_process') is not null");
  if (!rowCount) return [];
  const { rows } = await client.query<OpenProcess>(
    `select id, facts ->> 'name' as name, facts ->> 'knows' as knows, seen_at as "seenAt"
       from shop_process where ${IS_OPEN} order by started_at, id`,
  );
  return rows;
}

const explainEarlier = (migration: string, open: readonly OpenProcess[]): string =>
  `${migration} changes the database in a way that breaks the version of the shop that is open now: ` +
  `${open.map(({ name }) => name).join(", ")}. Nothing was changed, and that version still runs. Stop all its processes ` +
  "(systemctl stop 'taruva@*', or Ctrl-C in their terminals), then start this version again.";

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .toSorted();
  names.forEach((name, index) => {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
      throw new MigrationError(
        `${name} is not named like 0007-FEATURE-CHANGE.sql, for example 0007-orders-add-note.sql.`,
      );
    const previous = names[index - 1];
    if (previous && readNumber(previous) === readNumber(name))
      throw new MigrationError(`${previous} and ${name} share a number.`);
  });
  return names.map((name) => {
    const sql = readFileSync(path.join(folder, name), "utf8").replaceAll("\r\n", "\n"); // Git on Windows writes \r\n.
    // The line that declares a breaking migration may be added later, so it is not part of the checksum.
    const checksum = createHash("sha256").update(sql.replace(BREAKS_EARLIER, "")).digest("hex");
    return { name, sql, checksum, breaksEarlier: BREAKS_EARLIER.test(sql) };
  });
}

async function readApplied(client: pg.PoolClient, log: Log): Promise<AppliedMigrations> {
  await client.query(`create table if not exists migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now(),
    breaks_earlier boolean not null default false)`);
  const { rowCount } = await client.query(`select 1 from pg_attribute
    where attrelid = 'migration'::regclass and attname = 'breaks_earlier' and not attisdropped`);
  // Adds the column only if it is missing, because ALTER TABLE waits for a lock even if it changes nothing.
  if (!rowCount)
    await lockBriefly(client, "the list of migrations", log, async () => {
      await client.query("alter table migration add column breaks_earlier boolean not null default false");
    });
  return selectApplied(client);
}

async function selectApplied(client: Pick<pg.ClientBase, "query">): Promise<AppliedMigrations> {
  const { rows } = await client.query<{ name: string; checksum: string; breaksEarlier: boolean }>(
    `select name, checksum, coalesce((to_jsonb(migration) ->> 'breaks_earlier')::boolean, false) as "breaksEarlier"
    from migration`,
  );
  return new Map(rows.map(({ name, ...rest }) => [name, rest]));
}

const listUnknown = (files: readonly Migration[], applied: AppliedMigrations): string[] =>
  [...applied.keys()].filter((name) => !files.some((file) => file.name === name));

/** True if a later version applied this migration and declared that earlier versions still run with it. */
const canWorkBeside = (name: string, files: readonly Migration[], applied: AppliedMigrations): boolean =>
  applied.get(name)?.breaksEarlier === false && readNumber(name) > readNumber(files.at(-1)?.name ?? "0000");

function listPending(files: Migration[], applied: AppliedMigrations, place = "database"): Migration[] {
  const newest = [...applied.keys()].toSorted().at(-1);
  const missing = listUnknown(files, applied).find((name) => !canWorkBeside(name, files, applied));
  if (missing) throw new MigrationError(explainMissing(missing, files, place));
  for (const { name, checksum } of files) {
    const previous = applied.get(name);
    if (previous !== undefined && previous.checksum !== checksum) {
      throw new MigrationError(
        `${name} was changed after it had been applied. Restore the file and put the change into a new one.`,
      );
    }
    if (previous === undefined && newest && readNumber(name) <= readNumber(newest)) {
      throw new MigrationError(
        `${name} comes before ${newest}, which is already applied. Rename the file to a higher number.`,
      );
    }
  }
  return files.filter(({ name }) => !applied.has(name));
}

const explainMissing = (name: string, files: readonly Migration[], place: string): string =>
  readNumber(name) > readNumber(files.at(-1)?.name ?? "0000")
    ? `The ${place} has ${name}, which came with a later version of the shop, so this version cannot use it. ` +
      `Start the later version${place === "backup" ? ", and restore there" : ". To go back to this version, restore a backup from before the update"}.`
    : `The ${place} has ${name}, but this copy of the shop does not contain that file. Restore it from the repository: ` +
      `git checkout -- migrations/${name}`;

async function apply(
  client: pg.PoolClient,
  { name, sql, checksum, breaksEarlier }: Migration,
  log: Log,
): Promise<void> {
  try {
    await lockBriefly(client, name, log, async () => {
      await client.query(sql);
      await client.query("insert into migration (name, checksum, breaks_earlier) values ($1, $2, $3)", [
        name,
        checksum,
        breaksEarlier,
      ]);
    });
  } catch (cause) {
    throw new MigrationError(`${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

const readNumber = (name: string) => Number(name.slice(0, 4));

export const REFUSED_BY_POOLER = "08P01";

const CHECK_EVERY_MS = 500;
const LOG_EVERY_MS = 30_000;

/**
 * Waits without a time limit, because the database may start later than the shop. Throws permanent errors: a wrong
 * password, a missing database, or PgBouncer instead of a server.
 */
export async function awaitDatabase(
  pool: Pick<pg.Pool, "query">,
  step: (message: string) => void,
): Promise<void> {
  let last = { reason: "", at: 0 };
  for (;;) {
    try {
      await pool.query("select 1");
      return;
    } catch (cause) {
      if (!isDatabaseAway(cause) || getSqlState(cause) === REFUSED_BY_POOLER) throw cause;
      // Node's error has an empty message if the host name has several addresses.
      const { message, code = "" } = cause as NodeJS.ErrnoException;
      const reason = message || code;
      if (reason !== last.reason || performance.now() - last.at > LOG_EVERY_MS) {
        step(`The PostgreSQL server of DATABASE_URL is not responding yet (${reason}). Waiting for it`);
        last = { reason, at: performance.now() };
      }
    }
    await pause(CHECK_EVERY_MS);
  }
}
