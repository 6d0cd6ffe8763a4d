// npm run recovery: restores the shop after a table was dropped or the machine was lost, with pgBackRest and the files
// of deploy/pgbackrest. With `--short` it uses less data. Exits with 1 if a measured number is outside its limits.

import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { getSqlState } from "#platform/database/database.ts";
import { type Postgres, runAt, startPostgres } from "../support/postgres.ts";
import { findUnprivilegedUser } from "../support/processes.ts";
import { prepareShop, type Shop } from "../support/journey-shop.ts";
import { checkOutAll, planCheckouts, type RoundResult } from "./checkout.ts";
import { getRareId, type Member, seed, writeRareProducts } from "./crowded-shop.ts";
import { checkBooks, findMoneyErrors, readLedger } from "./ledger.ts";
import { buildArchiveSettings, readDeployed } from "./pgbackrest.ts";
import { play } from "./play.ts";
import { type Figure, type Outcome, type Scenario, type ScenarioRun, toTimeFigure } from "./scenario.ts";
import { waitUntil } from "./watch.ts";

const ROUNDS = 3;
const ENDS_WITHIN_MS = 300_000;
const SELLING_AGAIN_WITHIN_MS = 60_000;

/** Kills the shop, like a power failure. Then opens it on another database with the same data folder. */
type OpenShopOn = (databaseUrl: string) => Promise<Shop>;

async function runWithArchive(
  archiveEverySeconds: number,
  work: (server: ArchivedServer, openOn: OpenShopOn) => Promise<Figure[]>,
): Promise<Outcome> {
  const server = await startArchivedServer(archiveEverySeconds);
  if ("skipped" in server) return server;
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-recovery-"));
  const CATALOGUE_DIR = await writeRareProducts(ROUNDS);
  let open: Shop | null = null;
  try {
    return await work(server, async (databaseUrl) => {
      await open?.kill();
      ({ shop: open } = await prepareShop("server", { CATALOGUE_DIR }, { folder, databaseUrl }));
      await open.open();
      return open;
    });
  } finally {
    await (open as Shop | null)?.kill();
    await server.close();
    for (const each of [folder, CATALOGUE_DIR]) rmSync(each, { recursive: true, force: true });
  }
}

function beginRound(shop: Shop, members: readonly Member[], round: number) {
  const seen = planCheckouts(members, getRareId(round));
  return { seen, done: checkOutAll(shop.url, seen, AbortSignal.timeout(ENDS_WITHIN_MS)) };
}

const droppedTable: Scenario = {
  name: "dropped-table",
  summary: "a table is dropped while customers order, and the moment before is restored from the repository",
  engines: ["server"],
  inShortForm: true,
  run: (run) => runWithArchive(60, (server, openOn) => playDrop(run, server, openOn)),
};

async function playDrop(run: ScenarioRun, server: ArchivedServer, openOn: OpenShopOn): Promise<Figure[]> {
  const { url } = server.postgres;
  const buyers = run.isShort ? 24 : 200;
  const shop = await openOn(url);
  const members = await shop.withDatabase((db) => seed(db, buyers * 3));
  if (!run.isShort) await askServer(url, HISTORY);

  const first = beginRound(shop, members.slice(0, buyers), 0);
  const backup = await server.backUp(); // customers order during the backup
  await first.done;
  await server.waitUntilRestorable();
  const second = beginRound(shop, members.slice(buyers, buyers * 2), 1);
  await waitUntil("some orders are acknowledged", () => second.seen.acknowledged >= buyers / 3);
  const { moment, acknowledged } = await drop(url, second.seen);
  const seen = mergeSeen(first.seen, acknowledged);
  run.say(`dropped at ${moment.toISOString()}, with ${seen.acknowledged} orders acknowledged`);
  await shop.kill();

  await server.archiveAll();
  const began = performance.now();
  const restored = await server.restore(moment);
  try {
    const restoredMs = performance.now() - began;
    const again = await openOn(restored.url);
    const third = beginRound(again, members.slice(buyers * 2), 2);
    await waitUntil("an order is acknowledged", () => third.seen.acknowledged > 0);
    const sellingMs = performance.now() - began;
    await third.done;
    // The shop needs up to half a minute to ask the provider about payments that were in progress when the table was
    // dropped.
    const isSettled = () => again.withDatabase(async (db) => (await findMoneyErrors(db)).length === 0);
    await waitUntil("the money is where it belongs", isSettled, 1_000).catch(() => {});
    const size = await askServer(restored.url, SIZE);
    const figures = await readLedger(again, mergeSeen(seen, third.seen));
    await again.kill();
    return [
      ...figures,
      { what: "database", value: toMegabytes(Number(size)), unit: "MB" },
      { what: "full backup", value: Math.round(backup.ms), unit: "ms" },
      { what: "size in the repository", value: toMegabytes(backup.bytes), unit: "MB" },
      { what: "the restored server accepts writes", value: Math.round(restoredMs), unit: "ms" },
      toTimeFigure("RTO: the restored shop accepts an order", sellingMs, SELLING_AGAIN_WITHIN_MS),
    ];
  } finally {
    await restored.stop();
  }
}

const SIZE = "select pg_database_size(current_database()) as answer";

/** A table so large that its backup and restore take a noticeable time. */
const HISTORY = `create table history as
  select n, (select string_agg(md5(n::text || part), '') from generate_series(1, 9) part) as text
    from generate_series(1, 1000000) n`;

const DEADLOCK = "40P01";

async function drop(url: string, seen: RoundResult): Promise<{ moment: Date; acknowledged: RoundResult }> {
  for (;;) {
    const acknowledged = structuredClone(seen);
    const moment = (await askServer(url, "select clock_timestamp() as answer")) as Date;
    try {
      await askServer(url, "drop table order_line cascade");
      return { moment, acknowledged };
    } catch (cause) {
      if (getSqlState(cause) !== DEADLOCK) throw cause; // an order holds a lock, so try again
    }
  }
}

const toMegabytes = (bytes: number) => Math.round(bytes / 100_000) / 10;

const mergeSeen = (one: RoundResult, other: RoundResult): RoundResult => ({
  ...one,
  checkouts: [...one.checkouts, ...other.checkouts],
  anomalies: [...one.anomalies, ...other.anomalies],
  acknowledged: one.acknowledged + other.acknowledged,
});

/** The `archive_timeout`. It is shorter than in production, so that the run takes less time. */
const ARCHIVE_EVERY_SECONDS = 5;
/** The maximum time in ms to close a WAL segment and copy it into the archive. */
const ON_ITS_WAY_MS = 3_000;
const AT_ONCE = 4;
const GROUPS = 60;
const GROUP_EVERY_MS = 250;

const lostMachine: Scenario = {
  name: "lost-machine",
  summary: "the database's machine and disk are lost without a replica, and the repository is restored",
  engines: ["server"],
  run: (run) => runWithArchive(ARCHIVE_EVERY_SECONDS, (server, openOn) => playLoss(run, server, openOn)),
};

async function playLoss(run: ScenarioRun, server: ArchivedServer, openOn: OpenShopOn): Promise<Figure[]> {
  const shop = await openOn(server.postgres.url);
  const members = await shop.withDatabase((db) => seed(db, (GROUPS + 1) * AT_ONCE));
  await server.backUp();
  const acknowledged = await sell(shop, members.slice(AT_ONCE));
  const lostAt = Date.now();
  await server.postgres.crash();
  run.say(`machine lost with ${acknowledged.size} orders acknowledged`);

  const began = performance.now();
  const restored = await server.restore();
  try {
    const again = await openOn(restored.url);
    await beginRound(again, members.slice(0, AT_ONCE), 1).done;
    const sellingMs = performance.now() - began;
    return await again.withDatabase(async (db) => {
      const { rows } = await db.execute<{ order: string }>(sql`select order_id as order from orders`);
      const there = new Set(rows.map(({ order }) => order));
      const lost = [...acknowledged].filter(([order]) => !there.has(order));
      const oldest = Math.min(lostAt, ...lost.map(([, at]) => at));
      return [
        { what: "orders acknowledged", value: acknowledged.size, atLeast: GROUPS },
        { what: "of them lost because they were not archived", value: lost.length },
        toTimeFigure(
          `RPO: age of the oldest lost order with an archive_timeout of ${ARCHIVE_EVERY_SECONDS} s`,
          lostAt - oldest,
          ARCHIVE_EVERY_SECONDS * 1_000 + ON_ITS_WAY_MS,
        ),
        toTimeFigure("RTO: the restored shop accepts an order", sellingMs, SELLING_AGAIN_WITHIN_MS),
        await checkBooks(db),
      ];
    });
  } finally {
    await restored.stop();
  }
}

async function sell(shop: Shop, members: readonly Member[]): Promise<Map<string, number>> {
  const acknowledged = new Map<string, number>();
  for (let from = 0; from < members.length; from += AT_ONCE) {
    const at = Date.now();
    const { seen, done } = beginRound(shop, members.slice(from, from + AT_ONCE), 0);
    await done;
    for (const { orderId } of seen.checkouts) if (orderId !== null) acknowledged.set(orderId, at);
    await sleep(Math.max(0, GROUP_EVERY_MS - (Date.now() - at)));
  }
  return acknowledged;
}

const PGBACKREST = "/usr/bin/pgbackrest";
const STANZA = "--stanza=taruva";

/** A PostgreSQL server that archives its write-ahead log (WAL) with pgBackRest, as configured in deploy/pgbackrest. */
interface ArchivedServer {
  postgres: Postgres;
  /** `bytes` is the size of the backup in the repository. */
  backUp(): Promise<{ ms: number; bytes: number }>;
  waitUntilRestorable(): Promise<void>;
  archiveAll(): Promise<void>;
  /** Restores the backups into a new server. With `until`, restores only transactions that were committed before it. */
  restore(until?: Date): Promise<Postgres>;
  close(): Promise<void>;
}

async function startArchivedServer(
  archiveEverySeconds: number,
): Promise<ArchivedServer | { skipped: string }> {
  if (!existsSync(PGBACKREST))
    return { skipped: "pgBackRest is not installed here: apt-get install pgbackrest" };
  const postgres = await startPostgres({ isDurable: true });
  if ("reason" in postgres) return { skipped: postgres.reason };
  const { url } = postgres;
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-pgbackrest-"));
  const owner = findUnprivilegedUser();
  const user = owner === "none" ? undefined : owner.user;
  const config = path.join(folder, "pgbackrest.conf");
  writeFileSync(config, readDeployed("pgbackrest/pgbackrest.conf"));
  for (const owned of user ? [folder, config] : []) chownSync(owned, user?.uid ?? 0, user?.gid ?? 0);
  const { port, searchParams } = new URL(url);
  const settings = buildArchiveSettings({
    shared: folder,
    folder,
    dataDir: String(await askServer(url, "select current_setting('data_directory') as answer")),
    port,
    socketDir: searchParams.get("host") ?? "",
    user: "taruva",
  });
  const call = async (...args: string[]) => {
    const options = { ...user, cwd: folder, env: { ...process.env, ...settings } };
    return (await promisify(execFile)(PGBACKREST, [STANZA, ...args], options)).stdout;
  };
  const readLastBackup = async () => {
    const [stanza] = JSON.parse(await call("info", "--output=json")) as { backup: Backup[] }[];
    return stanza?.backup.at(-1);
  };
  await configure(url, archiveEverySeconds, settings);
  await postgres.restart();
  await call("stanza-create");
  await call("check");
  return {
    postgres,
    async backUp() {
      const began = performance.now();
      await call("backup", "--type=full");
      const ms = performance.now() - began;
      return { ms, bytes: (await readLastBackup())?.info.repository.delta ?? 0 };
    },
    async waitUntilRestorable() {
      // pgBackRest compares whole seconds, so wait until the last second of the backup is over.
      const stop = (await readLastBackup())?.timestamp.stop ?? 0;
      await waitUntil("the backup's last second is over", () => Date.now() >= (stop + 1) * 1_000, 20);
    },
    async archiveAll() {
      await askServer(url, "select pg_switch_wal()");
      await call("check");
    },
    async restore(until) {
      // pgBackRest does not accept a "T" between the date and the time.
      const moment = until?.toISOString().replace("T", " ").replace("Z", "+00");
      const target = ["--type=time", `--target=${moment}`, "--target-exclusive", "--target-action=promote"];
      const args = [STANZA, "restore", "--archive-mode=off", ...(until ? target : [])];
      Object.assign(process.env, settings);
      const restored = await startPostgres({
        isDurable: true,
        createdBy: (data) => [PGBACKREST, [`--pg1-path=${data}`, ...args]],
      });
      if ("reason" in restored) throw new Error(restored.reason);
      while ((await askServer(restored.url, "select pg_is_in_recovery() as answer")) === true)
        await sleep(50);
      return restored;
    },
    async close() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Backup {
  info: { repository: { delta: number } };
  timestamp: { stop: number };
}

/** Applies the settings of archiving.conf, but with the archive command and the timeout of this run. */
async function configure(url: string, archiveEverySeconds: number, settings: Record<string, string>) {
  const variables = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  for (const [, name = "", value = ""] of readDeployed("pgbackrest/archiving.conf").matchAll(
    /^(\w+) = '?(.*?)'?$/gm,
  )) {
    const testSettings: Record<string, string> = {
      archive_command: `env ${variables.join(" ")} ${value}`,
      archive_timeout: `${archiveEverySeconds}s`,
    };
    await askServer(url, `alter system set ${name} = '${testSettings[name] ?? value}'`);
  }
}

const askServer = async (url: string, text: string): Promise<unknown> =>
  (await runAt(url, text))[0]?.["answer"];

await play("recovery", [droppedTable, lostMachine], { startsOwnServers: true });
