import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import type { Config } from "#platform/config/config.ts";
import { type Context, createContext } from "#platform/context.ts";
import { type Database, type Engine, openDatabase } from "#platform/database/database.ts";
import { FolderInUse, lockFolder } from "#platform/database/embedded/engine.ts";
import { migrate } from "#platform/database/migrate.ts";
import { generateCode } from "#platform/ids.ts";
import { createLog, type Log } from "#platform/observe/log.ts";
import { createOutbox, type Outbox } from "#platform/outbox/outbox.ts";
import type { Subscriber } from "#platform/outbox/subscriber.ts";
import { readConfig } from "../../server/settings.ts";

export const testEngine: Engine = process.env["TEST_ENGINE"] === "server" ? "server" : "embedded";

/** True if the tests also run on a PostgreSQL server. Tests that do not depend on the engine are then skipped here. */
export const isSecondEngine = testEngine === "embedded" && Boolean(process.env["TEST_POSTGRES_URL"]);

/** The log of the code under test. TEST_LOG=warn prints its warnings. */
export const testLog = createLog(readConfig({ LOG_LEVEL: process.env["TEST_LOG"] ?? "silent" }).logLevel);

export interface TestDatabase extends Database {
  /** The URL for other processes and connection pools; undefined for the embedded engine in memory. */
  url: string | undefined;
  wipe(): Promise<void>;
}

/**
 * Opens a database with the shop's tables, or an empty one if `migrated` is false. `close` keeps a database with
 * tables, so that other tests can reuse it.
 */
export async function openTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  if (migrated) return borrowDatabase();
  if (testEngine === "embedded") return openEmptyEmbedded();
  const { url, drop } = await createServerDatabase();
  const database = await openByUrl(url);
  const close = async () => {
    await database.close();
    await drop();
  };
  return { ...database, url, wipe: () => wipe(database), close };
}

interface MigratedDatabase {
  url: string | undefined;
  /** Each test file opens a new pool, because a pool prepares only its first 500 statements. */
  open(): Promise<Database>;
}

/**
 * Unused databases. Tests reuse them, because creating one takes 0.3 to 3 seconds of processor time, and emptying one
 * takes less than a tenth of a second.
 */
const spares: MigratedDatabase[] = ((globalThis as { spareDatabases?: MigratedDatabase[] }).spareDatabases ??=
  []);

async function borrowDatabase(): Promise<TestDatabase> {
  const spare = spares.pop() ?? (await createMigrated());
  const { url } = spare;
  const database = await spare.open();
  const tables = await listTableNames(database);
  return {
    ...database,
    url,
    wipe: () => wipe(database, tables),
    async close() {
      if (url) await endOtherConnections(database);
      if ((await listTableNames(database)) !== tables) return database.close();
      await wipe(database, tables);
      if (url) await database.close();
      spares.push(spare);
    },
  };
}

async function createMigrated(): Promise<MigratedDatabase> {
  if (testEngine === "server") {
    const { url } = await createServerDatabase({ migrated: true });
    return { url, open: () => openByUrl(url) };
  }
  const database = await openMigratedEmbedded();
  return { url: undefined, open: async () => database };
}

const openMigratedEmbedded = async (): Promise<Database> => openByUrl(`memory://${await getDump()}`);

/** Unpacks a migrated database into the data folder. This is ten times as fast as creating it. */
export async function unpackMigrated(dataDir: string): Promise<void> {
  const folder = path.join(dataDir, "pg");
  mkdirSync(folder, { mode: 0o700 });
  execFileSync("tar", ["-xf", await getDump(), "-C", folder]);
}

const getDump = (): Promise<string> => (dump ??= findDump());
let dump: Promise<string> | undefined;

/** The first process creates the dump while others wait, because creating it takes seconds of processor time. */
async function findDump(): Promise<string> {
  const file = path.join(DUMPS, `${hashMigrations()}.tar`);
  mkdirSync(DUMPS, { recursive: true });
  while (!existsSync(file)) {
    try {
      const unlock = lockFolder(file);
      if (existsSync(file)) unlock();
      else await makeDump(file).finally(unlock);
    } catch (cause) {
      if (!(cause instanceof FolderInUse)) throw cause;
      await pause(100);
    }
  }
  return file;
}

const DUMPS = path.resolve(import.meta.dirname, "../../node_modules/.cache/test-databases");

/** Renames the finished file, because this process may be killed. */
async function makeDump(file: string): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-test-"));
  const place = path.join(folder, "pg");
  const database = await openDatabase({ databaseUrl: undefined, databasePool: 1, dataDir: folder }, testLog);
  await migrate(database.pool, testLog);
  await database.close();
  const lite = await PGlite.create(place);
  const dumped = await lite.dumpDataDir("none");
  await lite.close();
  // Delete the dumps of earlier migrations.
  for (const name of readdirSync(DUMPS))
    if (!name.startsWith(path.basename(file))) rmSync(path.join(DUMPS, name), { force: true });
  await writeFile(`${file}.new`, dumped.stream());
  renameSync(`${file}.new`, file);
  rmSync(folder, { recursive: true });
}

export async function openEmptyEmbedded(): Promise<TestDatabase> {
  const database = await openMigratedEmbedded();
  await database.pool.query("drop schema public cascade; create schema public");
  return { ...database, url: undefined, wipe: () => wipe(database) };
}

export interface TestContext extends Context {
  database: TestDatabase;
  outbox: Outbox;
  clock: ReturnType<typeof createTestClock>;
  settle(): Promise<void>;
  wipe(): Promise<void>;
  close(): Promise<void>;
}

interface TestContextOptions {
  now?: Date;
  config?: Partial<Config>;
  subscribers?: readonly Subscriber[];
  log?: Log;
}

/** Creates a context with an empty database and a clock that only the test advances. */
export async function createTestContext(options: TestContextOptions = {}): Promise<TestContext> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-test-"));
  const config = { ...readConfig({ DATA_DIR: folder, PICTURES_WARM: "off" }), ...options.config };
  const database = await openTestDatabase();
  const clock = createTestClock(options.now);
  const log = options.log ?? testLog;
  const parts = { db: database.db, log, now: clock.now };
  const outbox = createOutbox(parts, options.subscribers ?? []);
  const context = createContext({ config, log, database, now: clock.now, outbox });
  // The services refer to this object, so extend it instead of copying it.
  return Object.assign(context, {
    database,
    outbox,
    clock,
    wipe: database.wipe,
    async settle() {
      while ((await outbox.deliverReady(context)) > 0);
    },
    async close() {
      await outbox.stop();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

export function createTestClock(start: Date = new Date("2026-11-20T09:00:00.000Z")) {
  let moment = start.getTime();
  return {
    now: () => new Date(moment),
    set: (to: Date) => {
      moment = to.getTime();
    },
    advance: (ms: number) => {
      moment += ms;
    },
  };
}

export async function createServerDatabase({
  migrated = false,
  template,
}: { migrated?: boolean; template?: string } = {}) {
  const prefix = process.env["TEST_DATABASE_PREFIX"] ?? "taruva_test_";
  const name = `${prefix}${generateCode(10).toLowerCase()}`;
  const copied = template ?? (migrated ? await getMigratedTemplate() : "template0");
  await runAsAdmin((admin) => admin.query(`create database ${name} template ${copied}`));
  const drop = () => runAsAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`));
  return { url: buildUrl(name), drop };
}

const getMigratedTemplate = () =>
  makeTemplate(`taruva_template_${hashMigrations()}`, async (url) => {
    const database = await openByUrl(url);
    try {
      await migrate(database.pool, testLog);
    } finally {
      await database.close();
    }
  });

const TEMPLATE_LOCK = 7_291_005;

/** Creates a template database unless it exists. The first caller creates and fills it while others wait. */
export async function makeTemplate(name: string, fill: (url: string) => Promise<void>): Promise<string> {
  await runAsAdmin(async (admin) => {
    await admin.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
    const { rowCount } = await admin.query("select 1 from pg_database where datname = $1", [name]);
    if (rowCount) return;
    await admin.query(`drop database if exists ${name}_new with (force)`);
    await admin.query(`create database ${name}_new template template0`);
    await fill(buildUrl(`${name}_new`));
    await admin.query(`alter database ${name}_new rename to ${name}`);
  });
  return name;
}

function hashMigrations(): string {
  const folder = new URL("../../migrations/", import.meta.url);
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).toSorted())
    hash.update(name).update(readFileSync(new URL(name, folder)));
  return hash.digest("hex").slice(0, 16);
}

function getClusterUrl(): string {
  const url = process.env["TEST_POSTGRES_URL"];
  if (!url)
    throw new Error("TEST_ENGINE=server needs TEST_POSTGRES_URL, the address of a PostgreSQL superuser.");
  return url;
}

function buildUrl(database: string): string {
  const url = new URL(getClusterUrl());
  url.pathname = `/${database}`;
  return url.href;
}

async function runAsAdmin(work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: getClusterUrl() });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

const openByUrl = (databaseUrl: string) =>
  openDatabase({ databaseUrl, databasePool: 10, dataDir: os.tmpdir() }, testLog);

async function endOtherConnections({ pool }: Database): Promise<void> {
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
}

/** True for a table in `pg_class` that has or had rows. Each connection takes a millisecond to open another table. */
const IS_FILLED = "(pg_stat_file(pg_relation_filepath(oid))).size > 0";

/** Deletes all rows when no query is running. `delete` is ten times as fast as `truncate`, which creates 150 files. */
async function wipe({ pool }: Database, known?: string): Promise<void> {
  const tables = known ?? (await listTableNames({ pool }));
  await pool.query(
    `do $$
     declare filled regclass;
     begin
       lock table ${tables} in access exclusive mode;
       set local session_replication_role = replica;
       for filled in
         select oid from pg_class
         where oid = any ('{${tables}}'::regclass[]) and ${IS_FILLED}
       loop
         execute 'delete from ' || filled;
       end loop;
     end $$`,
  );
}

async function listTableNames({ pool }: Pick<Database, "pool">): Promise<string> {
  const { rows } = await pool.query<{ names: string }>(
    `select string_agg(format('%I', tablename), ', ' order by tablename) as names
     from pg_tables where schemaname = 'public' and tablename <> 'migration'`,
  );
  return rows[0]?.names ?? "";
}

export async function hashRows(
  { database }: { database: Pick<TestContext["database"], "pool"> },
  ...tables: string[]
): Promise<string> {
  const each = tables.map((table) => `select '${table} ' || to_jsonb(t)::text as row from ${table} t`);
  const { rows } = await database.pool.query<{ row: string }>(`${each.join(" union all ")} order by 1`);
  return createHash("sha256")
    .update(rows.map(({ row }) => row).join("\n"))
    .digest("hex");
}

/** Returns the hashes of all tables with rows. */
export async function hashTables(
  pool: TestContext["database"]["pool"],
  except: readonly string[] = [],
): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and ${IS_FILLED} order by 1`,
  );
  const each = tables
    .filter(({ name }) => !except.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, md5(string_agg(row, '' order by row)) as hash from (select to_jsonb(t)::text as row from "${name}" t) as every`,
    );
  const { rows } = await pool.query<{ name: string; hash: string }>(each.join(" union all "));
  return Object.fromEntries(rows.filter(({ hash }) => hash).map(({ name, hash }) => [name, hash]));
}
