import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { TestContext } from "./database.ts";

/**
 * Stops `first` just before it sends a statement that matches `point`. Then runs `second` until it ends or waits for a
 * lock of `first`, and lets `first` continue. Needs a PostgreSQL server, because the embedded engine has only one
 * connection.
 */
export async function raceBefore(
  { database }: TestContext,
  point: RegExp,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<{ first: "done" | "refused"; second: "done" | "refused" }> {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const restore = haltAt(database.pool, point, () => {
    reached.resolve();
    return goOn.promise;
  });
  try {
    const one = getOutcome(first());
    const missed = one.then((how) => {
      throw new Error(`The first call ended without reaching ${point}: ${how}`);
    });
    await Promise.race([reached.promise, missed]);
    const other = getOutcome(second());
    const ended = new AbortController();
    await Promise.race([
      other.finally(() => ended.abort()),
      waitUntilLockAwaited(database.pool, ended.signal),
    ]);
    goOn.resolve();
    return { first: await one, second: await other };
  } finally {
    restore();
  }
}

async function waitUntilLockAwaited(pool: pg.Pool, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    const { rowCount } = await pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (rowCount) return;
    await sleep(5);
  }
}

type Connect = (...callback: unknown[]) => Promise<pg.PoolClient>;
type Query = (...parameters: unknown[]) => Promise<unknown>;

function haltAt(pool: pg.Pool, point: RegExp, halt: () => Promise<void>): () => void {
  const connect = pool.connect as Connect;
  let isArmed = true;
  const halting: Connect = async (...callback) => {
    const client = await connect.call(pool, ...callback);
    if (callback.length > 0) return client;
    const query = client.query.bind(client) as Query;
    const release = client.release.bind(client);
    const watched: Query = async (...parameters) => {
      if (isArmed && point.test(getText(parameters[0]))) {
        isArmed = false;
        await halt();
      }
      return query(...parameters);
    };
    Object.assign(client, {
      query: watched,
      release: (...how: [boolean?]) => {
        Object.assign(client, { query, release });
        release(...how);
      },
    });
    return client;
  };
  pool.connect = halting as typeof pool.connect;
  return () => {
    pool.connect = connect as typeof pool.connect;
  };
}

function getText(requested: unknown): string {
  if (typeof requested === "string") return requested;
  const { text } = requested as { text?: unknown };
  return typeof text === "string" ? text : "";
}

const getOutcome = (work: Promise<unknown>): Promise<"done" | "refused"> =>
  work.then(
    () => "done",
    () => "refused",
  );
