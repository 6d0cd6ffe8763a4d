import { rmSync } from "node:fs";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Config } from "./config.ts";
import { type Embedded, openEmbedded } from "./embedded.ts";
import { IN_MEMORY } from "./engine-port.ts";
import { writeTogether } from "./client-connection.ts";
import { guardPool } from "./guard-pool.ts";
import type { Log } from "./log.ts";
import { nameStatements } from "./named-statements.ts";
import { mayTakeLong } from "./long-work.ts";
import { refuseInsideTransaction, type Db } from "./transact.ts";

export { runInSavepoint } from "./savepoint.ts";
export { sendTogether } from "./send-together.ts";
export { findDatabaseError, getSqlState } from "./sql-state.ts";
export { sendAtCommit, transact, type Db, type Tx } from "./transact.ts";

export type Engine = "embedded" | "server";

export interface Database {
  /** The embedded PostgreSQL belongs to one process; a server may serve many. */
  engine: Engine;
  db: Db;
  pool: pg.Pool;
  /** For what may take its time: migrations, and what runs `withLongStatements`. */
  slowPool: pg.Pool;
  /** Lets `work` read everything as it was at one moment, however long that takes, while the shop goes on. */
  atOneMoment: AtOneMoment;
  /** Waits for the connections in use, then closes. */
  close(): Promise<void>;
}

export type AtOneMoment = <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>;

/**
 * Opens the server of DATABASE_URL, or the embedded engine in `<DATA_DIR>/pg`. The tables come from `migrate()`.
 * @throws FolderInUse when another process has the data folder. A server is first asked by the first query.
 */
export async function openDatabase(
  config: Pick<Config, "databaseUrl" | "databasePool" | "dataDir">,
  log: Log,
): Promise<Database> {
  if (config.databaseUrl && config.databaseUrl !== IN_MEMORY) {
    return openServer(config.databaseUrl, config.databasePool, log);
  }
  const folder = config.databaseUrl ?? path.join(config.dataDir, "pg");
  const { pool, close, copyTo } = await openEmbedded(folder, log);
  const atOneMoment: AtOneMoment =
    folder === IN_MEMORY ? (work) => readOnly(pool, work) : (work) => runOnCopy(folder, copyTo, log, work);
  return createDatabase("embedded", pool, pool, atOneMoment, close);
}

/**
 * So long, in milliseconds, a server is waited for. `guardPool` gives up after four seconds of silence, so that a call is
 * answered or refused within five whatever the network does; a living server gives up before that.
 */
const CONNECTION_MS = 8_000;
const STATEMENT_MS = 3_500;
const LOCK_MS = 3_000;
/** What a swallowed connection has locked is free again after so long. */
const IDLE_TRANSACTION_MS = 8_000;
/** The pool itself ends a connection at rest much sooner: the server need not hold those that it lost for hours. */
const IDLE_SESSION_MS = 60_000;

/** A peer that is gone is found out by the system within seconds more, also while a long statement runs. */
const KEEP_ALIVE_MS = 10_000;

/** What no one waits for at a page has so long for a statement, and for its turn at the few connections of its own. */
const LONG_STATEMENT_MS = 5 * 60_000;
const LONG_IDLE_TRANSACTION_MS = 60_000;
const LONG_CONNECTION_MS = 30_000;
const LONG_CONNECTIONS = 4;

function openServer(url: string, max: number, log: Log): Database {
  const pool = createServerPool(log, {
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECTION_MS,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    options: `-c idle_session_timeout=${IDLE_SESSION_MS}`,
    pipeline: true, // statements that are sent together wait for the network once
  });
  const slowPool = createServerPool(log, {
    connectionString: url,
    max: LONG_CONNECTIONS,
    connectionTimeoutMillis: LONG_CONNECTION_MS,
    statement_timeout: LONG_STATEMENT_MS,
    idle_in_transaction_session_timeout: LONG_IDLE_TRANSACTION_MS,
  });
  const guard = guardPool(pool, url, log);
  sendLongWorkTo(pool, slowPool);
  return createDatabase(
    "server",
    pool,
    slowPool,
    (work) => readOnly(slowPool, work),
    async () => {
      await Promise.all([pool.end(), slowPool.end()]);
      guard.stop(); // until then it ends those that would never come back
    },
  );
}

/** Long work gets another connection: no limit of a customer's call cuts it, and no call waits for it. */
function sendLongWorkTo(pool: pg.Pool, slowPool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...callback: unknown[]) => unknown;
  const slowly = slowPool.connect.bind(slowPool) as typeof connect;
  pool.connect = ((...callback: unknown[]) =>
    (mayTakeLong() ? slowly : connect)(...callback)) as typeof pool.connect;
}

/** A pool on a PostgreSQL server that survives the server's restarts. */
function createServerPool(log: Log, settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    application_name: "taruva",
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...settings,
  });
  pool.on("error", (err) => log.warn({ err }, "idle database connection lost"));
  // Without a listener of its own, a connection lost while in use ends the process.
  pool.on("connect", (client) => {
    client.on("error", (err) => log.warn({ err }, "database connection lost"));
    nameStatements(client);
    writeTogether(client);
  });
  return pool;
}

function createDatabase(
  engine: Engine,
  pool: pg.Pool,
  slowPool: pg.Pool,
  atOneMoment: AtOneMoment,
  close: () => Promise<void>,
): Database {
  refuseInsideTransaction(pool);
  return { engine, db: drizzle(pool), pool, slowPool, atOneMoment, close };
}

async function readOnly<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
    return await work(client);
  } finally {
    client.release(true); // what has only read has nothing to end
  }
}

const copying = new Set<string>();

/** The embedded engine has one connection, which its shop needs: a second engine reads a copy of its folder. */
async function runOnCopy<T>(
  folder: string,
  copyTo: Embedded["copyTo"],
  log: Log,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const copy = `${folder}.copy`;
  if (copying.has(copy)) throw new Error("The data folder is being copied already.");
  copying.add(copy);
  try {
    rmSync(copy, { recursive: true, force: true }); // of a process that was killed
    await copyTo(copy);
    const { pool, close } = await openEmbedded(copy, log, { disposable: true });
    try {
      return await readOnly(pool, work);
    } finally {
      await close();
    }
  } finally {
    for (const left of [copy, `${copy}.lock`]) rmSync(left, { recursive: true, force: true });
    copying.delete(copy);
  }
}
