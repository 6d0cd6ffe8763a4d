import pg from "pg";
import { writeTogether } from "./client-connection.ts";
import { runFor } from "../observe/current-work.ts";
import { guardPool } from "./guard-pool.ts";
import type { Log } from "../observe/log.ts";
import { mayTakeLong } from "./long-work.ts";
import { nameStatements } from "./named-statements.ts";
import { PrimaryClient, WritingClient } from "./primary-client.ts";
import { CONNECTION_MS, limits, longLimits } from "./connection-limits.ts";

/** The connections of one process to a PostgreSQL server. */
export interface ServerPools {
  pool: pg.Pool;
  /** For what may take its time. */
  slowPool: pg.Pool;
  close(): Promise<void>;
}

/** A peer that is gone is found out by the system within seconds more, also while a long statement runs. */
const KEEP_ALIVE_MS = 10_000;

interface ServerPoolsOptions {
  /** How many connections there are at most. */
  max: number;
  /**
   * PgBouncer with transaction pooling, instead of the server for what customers wait for. It gives each transaction another connection
   * to the server, so statements have no names there, and its own file sets the limits.
   */
  poolerUrl: string | undefined;
}

export function openServerPools(url: string, { max, poolerUrl }: ServerPoolsOptions, log: Log): ServerPools {
  const isPooled = poolerUrl !== undefined;
  const settings: pg.PoolConfig = {
    ...(isPooled
      ? { connectionString: poolerUrl, Client: WritingClient }
      : { connectionString: url, Client: PrimaryClient, ...limits }),
    max,
    connectionTimeoutMillis: CONNECTION_MS,
    pipeline: true, // statements that are sent together wait for the network once
  };
  const pool = createServerPool(log, settings, { hasNames: !isPooled });
  const slowPool = createServerPool(log, { connectionString: url, Client: PrimaryClient, ...longLimits });
  const guard = guardPool(pool, poolerUrl ?? url, log);
  sendLongWorkTo(pool, slowPool);
  return {
    pool,
    slowPool,
    async close() {
      await Promise.all([pool.end(), slowPool.end()]);
      guard.stop(); // until then it ends those that would never come back
    },
  };
}

/** Long work gets another connection: no limit of a customer's call cuts it, and no call waits for it. */
function sendLongWorkTo(pool: pg.Pool, slowPool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...callback: unknown[]) => unknown;
  const slowly = slowPool.connect.bind(slowPool) as typeof connect;
  pool.connect = ((...callback: unknown[]) =>
    (mayTakeLong() ? slowly : connect)(...callback)) as typeof pool.connect;
}

/** A pool on a PostgreSQL server that survives the server's restarts. */
function createServerPool(log: Log, settings: pg.PoolConfig, { hasNames = true } = {}): pg.Pool {
  const pool = new pg.Pool({
    application_name: "taruva",
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...settings,
  });
  pool.on("error", (err) => runFor(undefined, () => log.warn({ err }, "idle database connection lost")));
  // Without a listener of its own, a connection lost while in use ends the process.
  pool.on("connect", (client) => {
    client.on("error", (err) => runFor(undefined, () => log.warn({ err }, "database connection lost")));
    nameStatements(client, log, { hasNames });
    writeTogether(client);
  });
  return pool;
}
