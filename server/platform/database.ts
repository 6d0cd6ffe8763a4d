import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Config } from "./config.ts";
import { openEmbedded } from "./embedded.ts";
import type { Log } from "./log.ts";
import { refuseInsideTransaction, type Db } from "./transact.ts";

export { sqlState, transact, type Db, type Tx } from "./transact.ts";

export type Engine = "embedded" | "server";

export interface Database {
  /** The embedded PostgreSQL belongs to one process; a server may serve many. */
  engine: Engine;
  db: Db;
  pool: pg.Pool;
  /** Waits for the connections in use, then closes. */
  close(): Promise<void>;
}

/**
 * Opens the server of DATABASE_URL, or the embedded engine in `<DATA_DIR>/pg`. The tables come from `migrate()`.
 * @throws FolderInUse when another process has the data folder. A server is first asked by the first query.
 */
export async function openDatabase(
  config: Pick<Config, "databaseUrl" | "databasePool" | "dataDir">,
  log: Log,
): Promise<Database> {
  if (config.databaseUrl && config.databaseUrl !== "memory://") {
    const pool = serverPool(config.databaseUrl, config.databasePool, log);
    return database("server", pool, () => pool.end());
  }
  const { pool, close } = await openEmbedded(config.databaseUrl ?? path.join(config.dataDir, "pg"), log);
  return database("embedded", pool, close);
}

/** A pool on a PostgreSQL server that survives the server's restarts, with limits on every kind of waiting. */
export function serverPool(url: string, max: number, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: "taruva",
  });
  pool.on("error", (err) => log.warn({ err }, "idle database connection lost"));
  // Without a listener of its own, a connection lost while in use ends the process.
  pool.on("connect", (client) => client.on("error", (err) => log.warn({ err }, "database connection lost")));
  return pool;
}

function database(engine: Engine, pool: pg.Pool, close: () => Promise<void>): Database {
  refuseInsideTransaction(pool);
  return { engine, db: drizzle(pool), pool, close };
}
