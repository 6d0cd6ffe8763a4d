// @engine: DDL in transactions, and locks
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  createServerDatabase,
  openTestDatabase,
  testEngine,
  testLog,
  type TestDatabase,
} from "../../tests/support/database.ts";
import { openDatabase } from "./database.ts";
import { confirmMigrated, countPendingMigrations, EarlierVersionRunning, migrate } from "./migrate.ts";

const temporary = mkdtempSync(path.join(os.tmpdir(), "taruva-migrations-"));
let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase({ migrated: false });
});
beforeEach(async () => {
  folder = mkdtempSync(path.join(temporary, "case-"));
  write("0001-test-jug.sql", "create table jug (name text primary key);");
  await database.pool.query("drop schema public cascade; create schema public");
});
afterAll(async () => {
  await database.close();
  rmSync(temporary, { recursive: true });
});

const write = (name: string, sql: string) => writeFileSync(path.join(folder, name), sql);
const run = () => migrate(database.pool, testLog, folder);

test("new migrations are applied once and in order", async () => {
  write(
    "9001-test-cup.sql",
    "create table cup (name text primary key); create index cup_name on cup (name);",
  );
  write("9002-test-cup-size.sql", "alter table cup add column size integer not null default 1;");
  await run();
  await run();
  const { rows } = await database.pool.query("select name from migration order by name");
  expect(rows).toEqual([
    { name: "0001-test-jug.sql" },
    { name: "9001-test-cup.sql" },
    { name: "9002-test-cup-size.sql" },
  ]);
});

const addCup = "create table cup (name text primary key);";
const addPlate = "create table plate (name text primary key);";

test.each<[what: string, first: Record<string, string>, second: Record<string, string>, error: string]>([
  [
    "changed after it was applied",
    {},
    { "0001-test-jug.sql": addCup },
    "0001-test-jug.sql was changed after",
  ],
  [
    "applied, but missing from the folder",
    { "9001-test-cup.sql": addCup, "9002-test-plate.sql": addPlate },
    { "9002-test-plate.sql": addPlate },
    "The database has 9001-test-cup.sql",
  ],
  [
    "numbered before an applied one",
    { "9002-test-cup.sql": addCup },
    { "9002-test-cup.sql": addCup, "9001-test-plate.sql": addPlate },
    "9001-test-plate.sql comes before 9002-test-cup.sql",
  ],
  ["numbered like another one", {}, { "9001-test-a.sql": "", "9001-test-b.sql": "" }, "share a number"],
  ["without a number", {}, { "later.sql": "select 1;" }, "later.sql is not named like"],
])(
  "a migration file that is %s is refused with an error that names the file",
  async (_what, first, second, error) => {
    for (const [name, text] of Object.entries(first)) write(name, text);
    await run();
    for (const name of Object.keys(first)) rmSync(path.join(folder, name));
    for (const [name, text] of Object.entries(second)) write(name, text);
    await expect(run()).rejects.toThrow(error);
  },
);

test("an earlier version of the shop works with a later migration unless that migration is marked as breaking", async () => {
  write("9001-test-cup.sql", "create table cup (name text primary key);");
  await run();
  rmSync(path.join(folder, "9001-test-cup.sql"));
  await expect(run()).resolves.toBeUndefined();
  write("9001-test-cup.sql", "create table cup (name text primary key);");
  write(
    "9002-test-bowl.sql",
    "-- Breaks earlier versions: a jug is a bowl now\nalter table jug rename to bowl;",
  );
  await run();
  rmSync(path.join(folder, "9002-test-bowl.sql"));
  await expect(run()).rejects.toThrow("The database has 9002-test-bowl.sql");
});

const openProcess = (knows: string | null, { secondsAgo = 0 } = {}) =>
  database.pool.query(
    `insert into shop_process values ('one', now(), clock_timestamp() - make_interval(secs => $1), '', '', null, $2)
     on conflict (id) do update set seen_at = clock_timestamp()`,
    [secondsAgo, { name: "shop-1:3000", ...(knows !== null && { knows }) }],
  );

/** Calls `beat` every 300 ms until the signal aborts. The last call ends before the promise resolves. */
async function beatUntil(signal: AbortSignal, beat: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    await beat();
    await pause(300, undefined, { signal }).catch(() => {});
  }
}

async function prepareBreaking() {
  write("0001-test-jug.sql", "create table jug (name text primary key);");
  write("0060-test-processes.sql", SHOP_PROCESS);
  await run();
  write("9001-test-cup.sql", "create table cup (name text primary key);");
  await run();
  write("9002-test-plate.sql", "create table plate (name text primary key);");
  write(
    "9003-test-bowl.sql",
    "-- Breaks earlier versions: a jug is a bowl now\nalter table jug rename to bowl;",
  );
}

const SHOP_PROCESS = readFileSync(
  path.resolve(import.meta.dirname, "../../migrations/0060-platform-processes.sql"),
  "utf8",
);

const listTables = async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    "select relname as name from pg_class where relname in ('jug', 'bowl', 'plate') and relkind = 'r' order by 1",
  );
  return rows.map(({ name }) => name);
};

test.runIf(testEngine === "server").each([
  ["no migration", null],
  ["only the migration 9001-test-cup.sql", "9001-test-cup.sql"],
])(
  "a breaking migration changes nothing while an earlier version that knows %s is running (T46)",
  async (_, knows) => {
    await prepareBreaking();
    await openProcess(knows);
    const stop = new AbortController();
    const heartbeat = beatUntil(stop.signal, () => openProcess(knows));
    try {
      await expect(run()).rejects.toThrow(EarlierVersionRunning);
      await expect(run()).rejects.toThrow(/9003-test-bowl\.sql .*shop-1:3000.*Nothing was changed.*Stop/);
      expect(await listTables()).toEqual(["jug"]);
      rmSync(path.join(folder, "9003-test-bowl.sql"));
      await run();
      expect(await listTables()).toEqual(["jug", "plate"]);
    } finally {
      stop.abort();
      await heartbeat;
    }
  },
);

test.runIf(testEngine === "server")(
  "a breaking migration is applied if every shop process knows the migration or has died (T46)",
  async () => {
    await prepareBreaking();
    await openProcess("9003-test-bowl.sql");
    await run();
    expect(await listTables()).toEqual(["bowl", "plate"]);
    write(
      "9004-test-jug.sql",
      "-- Breaks earlier versions: a bowl is a jug again\nalter table bowl rename to jug;",
    );
    await database.pool.query("update shop_process set seen_at = clock_timestamp() - interval '9 seconds'");
    await run();
    expect(await listTables()).toEqual(["jug", "plate"]);
  },
);

test("a shop process that starts during a breaking migration reports that its version is too old (T46)", async () => {
  await migrate(database.pool, testLog);
  await confirmMigrated(database.pool);
  await database.pool.query("insert into migration values ('9999-later.sql', 'x', now(), true)");
  await expect(confirmMigrated(database.pool)).rejects.toThrow("which came with a later version of the shop");
});

test("a failed migration is rolled back, the earlier migrations stay, and the file can be fixed", async () => {
  write("9001-test-cup.sql", "create table cup (name text primary key);");
  write("9002-test-bad.sql", "create table plate (name text primary key); create table cup (oops text);");
  await expect(run()).rejects.toThrow(/9002-test-bad\.sql failed: .*cup.* already exists/);
  const { rows } = await database.pool.query(
    "select to_regclass('cup') is not null as cup, to_regclass('plate') is not null as plate",
  );
  expect(rows).toEqual([{ cup: true, plate: false }]);
  write("9002-test-bad.sql", "create table plate (name text primary key);");
  await expect(run()).resolves.toBeUndefined();
});

test.runIf(testEngine === "server")("six processes can migrate an empty database at once", async () => {
  const { url, drop } = await createServerDatabase();
  const config = { databaseUrl: url, databasePool: 2, dataDir: temporary };
  const databases = await Promise.all(Array.from({ length: 6 }, () => openDatabase(config, testLog)));
  write("9001-test-slow.sql", "select pg_sleep(0.2); create table cup (name text primary key);");
  try {
    await Promise.all(databases.map(({ pool }) => migrate(pool, testLog, folder)));
    for (const { pool } of databases) {
      const { rows } = await pool.query("select count(*)::int as count from migration");
      expect(rows).toEqual([{ count: readdirSync(folder).length }]);
    }
  } finally {
    await Promise.all(databases.map(({ close }) => close()));
    await drop();
  }
});

test("a migration that the database aborts because of a deadlock is repeated", async () => {
  write("9001-test-tries.sql", "create sequence tries;");
  write(
    "9002-test-cup.sql",
    `${addCup} do $$ begin if nextval('tries') = 1 then raise deadlock_detected; end if; end $$;`,
  );
  await run();
  const { rows } = await database.pool.query("select last_value::int as tries from tries");
  expect(rows).toEqual([{ tries: 2 }]);
});

test.runIf(testEngine === "server")(
  "a migration that waits for a lock does not block other queries",
  async () => {
    await run();
    write("9001-test-size.sql", "alter table jug add column size integer;");
    const reader = await database.pool.connect();
    await reader.query("begin");
    await reader.query("select * from jug");
    const migrated = run();
    try {
      await expect.poll(() => countWaiting(database)).toBe(1);
      await database.pool.query("select * from jug");
      expect(await countPendingMigrations(reader, folder)).toEqual({ applied: 1, pending: 1 });
    } finally {
      await reader.query("commit");
      reader.release();
      await migrated;
    }
    await database.pool.query("select size from jug");
  },
);

async function countWaiting({ pool }: TestDatabase): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from pg_locks where not granted and relation = 'jug'::regclass",
  );
  return rows[0]?.count ?? 0;
}
