import { existsSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Config } from "../config/config.ts";
import { measureFolder, requireSpace } from "../storage/disk-space.ts";
import { openEmbedded } from "./embedded/embedded.ts";
import { isInMemory, lockFolder } from "./embedded/engine.ts";
import type { Log } from "../observe/log.ts";
import { openServerPools } from "./server-pools.ts";
import { refuseInsideTransaction, type Db } from "./transact.ts";

export {
  runInSavepoint,
  sendTogether,
  sendAtCommit,
  stopOnAbort,
  transact,
  type Db,
  type Tx,
} from "./transact.ts";
export { findDatabaseError, getSqlState } from "./database-errors.ts";

export type Engine = "embedded" | "server";

export interface Database {
  /** `embedded` can be used by only one process. Several processes can share a `server`. */
  engine: Engine;
  db: Db;
  pool: pg.Pool;
  slowPool: pg.Pool;
  /** Runs a callback of any duration on a consistent snapshot. Only an in-memory database then blocks other queries. */
  atOneMoment: RunInSnapshot;
  close(): Promise<void>;
}

export type RunInSnapshot = <T>(callback: (client: pg.PoolClient) => Promise<T>) => Promise<T>;

/** Opens DATABASE_URL or, if that is not set, the embedded engine in `<DATA_DIR>/pg`. @throws FolderInUse */
export async function openDatabase(
  config: Pick<Config, "databaseUrl" | "databasePool" | "dataDir"> &
    Partial<Pick<Config, "databasePoolerUrl">>,
  log: Log,
): Promise<Database> {
  if (config.databaseUrl && !isInMemory(config.databaseUrl)) {
    const { databasePool: max, databasePoolerUrl: poolerUrl } = config;
    const { pool, slowPool, close } = openServerPools(config.databaseUrl, { max, poolerUrl }, log);
    return createDatabase("server", pool, slowPool, (callback) => readOnly(slowPool, callback), close);
  }
  const folder = config.databaseUrl ?? path.join(config.dataDir, "pg");
  const { pool, close, copyTo } = await openEmbedded(folder, log);
  const atOneMoment: RunInSnapshot = isInMemory(folder)
    ? (callback) => readOnly(pool, callback)
    : (callback) => runOnCopy(folder, copyTo, log, callback);
  return createDatabase("embedded", pool, pool, atOneMoment, close);
}

export async function deleteDataFolder(dataDir: string): Promise<void> {
  if (existsSync(dataDir)) lockFolder(path.join(dataDir, "pg"))();
  await rm(dataDir, { recursive: true, force: true });
}

function createDatabase(
  engine: Engine,
  pool: pg.Pool,
  slowPool: pg.Pool,
  atOneMoment: RunInSnapshot,
  close: () => Promise<void>,
): Database {
  refuseInsideTransaction(pool);
  return { engine, db: drizzle(pool), pool, slowPool, atOneMoment, close };
}

async function readOnly<T>(pool: pg.Pool, callback: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
    return await callback(client);
  } finally {
    client.release(true); // Closing the connection ends the transaction. It has only read, so it needs no COMMIT.
  }
}

const LOG_OF_COPY_BYTES = 32 * 1024 * 1024;

const copying = new Set<string>();

/** @throws DiskTooSmall if the disk has no space for the copy and a file that the callback writes, such as a backup */
async function runOnCopy<T>(
  folder: string,
  copyTo: (folder: string) => Promise<void>,
  log: Log,
  callback: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const copy = `${folder}.copy`;
  if (copying.has(copy)) throw new Error("The data folder is being copied already.");
  copying.add(copy);
  try {
    rmSync(copy, { recursive: true, force: true }); // A process that was killed may have left its copy of the folder.
    await requireSpace(path.dirname(folder), 1.5 * (await measureFolder(folder)) + LOG_OF_COPY_BYTES);
    await copyTo(copy);
    await using opened = await openEmbedded(copy, log, { disposable: true });
    return await readOnly(opened.pool, callback);
  } finally {
    for (const leftover of [copy, `${copy}.lock`]) rmSync(leftover, { recursive: true, force: true });
    copying.delete(copy);
  }
}
