import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle, NodePgSession, NodePgTransaction, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import { getSqlState } from "./database-errors.ts";

export type Db = NodePgDatabase & { $client: pg.Pool };

/**
 * A transaction. Drizzle sends statements asynchronously, so a statement that is sent through `$client` may reach the
 * server before an earlier statement of Drizzle.
 */
export type Tx = NodePgTransaction<Record<string, never>, Record<string, never>> & {
  $client: pg.PoolClient;
  lastStatements: (() => pg.QueryConfig)[];
};

const TRIES = 5;
const WORTH_ANOTHER_TRY = new Set(["40001", "40P01"]); // serialization failure, deadlock

const current = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Runs `callback` in one READ COMMITTED transaction. After a conflict, runs it again, at most five times in total, so
 * it must only change the database. Use only `tx` inside: a query on `db` throws.
 */
export async function transact<T>(db: Db, callback: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transactOnce(db, callback);
    } catch (error) {
      if (attempt === TRIES || !WORTH_ANOTHER_TRY.has(getSqlState(error) ?? "")) throw error;
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/** Sends a statement together with the COMMIT. `compose` is called after the transaction's callback. */
export function sendAtCommit(tx: Tx, compose: () => pg.QueryConfig): void {
  tx.lastStatements.push(compose);
}

/** Refuses a second connection inside a transaction, because transactions that all wait for a connection never end. */
export function refuseInsideTransaction(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...callback: unknown[]) => Promise<pg.PoolClient>;
  const guarded = (...callback: unknown[]) => {
    if (current.getStore()?.open)
      throw new Error("Inside transact() use tx, not db: this query would wait for itself.");
    return connect(...callback);
  };
  pool.connect = guarded as typeof pool.connect;
}

/** Refuses statements after the signal has aborted, except those that are sent as a string, such as `rollback`. */
export function stopOnAbort(db: Db, signal: AbortSignal): Db {
  type Queries = Pick<pg.ClientBase, "query">;
  const guard = <Connection extends Queries>(connection: Connection): Connection => {
    const query = connection.query.bind(connection) as (...args: unknown[]) => unknown;
    const guarded = (...args: unknown[]) => {
      if (typeof args[0] !== "string") signal.throwIfAborted();
      return query(...args);
    };
    return Object.assign(Object.create(connection) as Connection, { query: guarded });
  };
  const pool = db.$client;
  const connect = async () => {
    signal.throwIfAborted();
    return guard(await pool.connect());
  };
  return drizzle(Object.assign(guard(pool), { connect }));
}

const dialect = new PgDialect();

function createTx(client: pg.PoolClient): Tx {
  const session = new NodePgSession(client, dialect, undefined);
  const tx = new NodePgTransaction<Record<string, never>, Record<string, never>>(dialect, session, undefined);
  return Object.assign(tx, { $client: client, lastStatements: [] });
}

/** Unlike Drizzle, releases the connection if BEGIN fails, and throws the original error if ROLLBACK fails too. */
export async function transactOnce<T>(db: Db, callback: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  const state = { open: true };
  try {
    const beginResult = client.query("begin");
    beginResult.catch(() => {}); // `await beginResult` throws this error, unless `callback` throws first.
    const tx = createTx(client);
    const result = await current.run(state, () => callback(tx));
    await beginResult;
    await commit(tx);
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    state.open = false;
    client.release();
  }
}

async function commit(tx: Tx): Promise<void> {
  const last = tx.lastStatements.map((compose) => compose());
  const sent = [...last.map((statement) => tx.$client.query(statement)), tx.$client.query("commit")];
  const { command } = (await sendTogether(sent)).at(-1) ?? {};
  // If a statement has failed, PostgreSQL answers COMMIT with ROLLBACK instead of an error.
  if (command !== "COMMIT") throw new Error("The transaction had failed before its COMMIT.");
}

export async function runInSavepoint<T>(tx: Tx, callback: () => Promise<T>): Promise<T> {
  await tx.$client.query("savepoint inner_work");
  try {
    const result = await callback();
    await tx.$client.query("release savepoint inner_work");
    return result;
  } catch (error) {
    await tx.$client.query("rollback to savepoint inner_work");
    // The rollback keeps the savepoint, so release it. Otherwise, the rollback of an outer savepoint with the same name
    // would stop here.
    await tx.$client.query("release savepoint inner_work");
    throw error;
  }
}

const IN_FAILED_TRANSACTION = "25P02";

/** Waits until all statements have ended, even if one fails. Then throws the error that caused the others, if any. */
export async function sendTogether<const Sent extends readonly unknown[]>(
  sent: Sent,
): Promise<{ -readonly [Index in keyof Sent]: Awaited<Sent[Index]> }> {
  const results = await Promise.allSettled(sent);
  const failures = results
    .filter((result) => result.status === "rejected")
    .map(({ reason }) => reason as unknown);
  if (failures.length > 0)
    throw failures.find((reason) => getSqlState(reason) !== IN_FAILED_TRANSACTION) ?? failures[0];
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as {
    -readonly [Index in keyof Sent]: Awaited<Sent[Index]>;
  };
}
