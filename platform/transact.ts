import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";

export type Db = NodePgDatabase & { $client: pg.Pool };
export type Tx = Parameters<Parameters<NodePgDatabase["transaction"]>[0]>[0];

const TRIES = 5;
const WORTH_ANOTHER_TRY = new Set(["40001", "40P01"]); // serialization failure, deadlock

const current = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Runs `work` in one READ COMMITTED transaction: all of it or, when it throws, none. Runs it again, up to five
 * times in all, when the database asks for that, so `work` touches nothing but the database.
 * Inside use `tx` alone: a query on `db` there throws at once (`refuseInsideTransaction`).
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runTransaction(db, work);
    } catch (error) {
      if (attempt === TRIES || !WORTH_ANOTHER_TRY.has(getSqlState(error) ?? "")) throw error;
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/** The SQLSTATE of a failed query, e.g. `23505`; undefined for any other error. */
export function getSqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code))
    return error.code;
  return getSqlState(error.cause);
}

/**
 * A second connection asked for inside a transaction waits for itself: for ever on the embedded engine, which
 * has only one, and on a server as soon as every connection is doing the same. So it is an error from the start.
 */
export function refuseInsideTransaction(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...callback: unknown[]) => Promise<pg.PoolClient>;
  const guarded = (...callback: unknown[]) => {
    if (current.getStore()?.open)
      throw new Error("Inside transact() use tx, not db: this query would wait for itself.");
    return connect(...callback);
  };
  pool.connect = guarded as typeof pool.connect;
}

/**
 * Not `db.transaction`: when BEGIN fails there, the connection never returns to the pool, and when ROLLBACK fails,
 * the reason for it is lost.
 */
async function runTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  const state = { open: true };
  let reason: { error: unknown } | undefined;
  const remembering = async (tx: Tx) => {
    try {
      return await work(tx);
    } catch (error) {
      reason = { error };
      throw error;
    }
  };
  try {
    return await current.run(state, () => drizzle(client).transaction(remembering));
  } catch (error) {
    throw reason ? reason.error : error;
  } finally {
    state.open = false;
    client.release();
  }
}
