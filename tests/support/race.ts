import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { TestContext } from "./database.ts";

/** Long enough for a rival that nothing holds up. */
const HEAD_START_MS = 150;

/**
 * Lets `first` run until it is about to send a statement like `point`, holds it there while `rival` runs (to its end,
 * or until it has to wait for what `first` holds), then lets it go on. On a server only: the embedded engine has one
 * connection, which `first` would hold.
 */
export async function raceBefore(
  { database }: TestContext,
  point: RegExp,
  first: () => Promise<unknown>,
  rival: () => Promise<unknown>,
): Promise<{ first: "done" | "refused"; rival: "done" | "refused" }> {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const restore = haltAt(database.pool, point, () => {
    reached.resolve();
    return goOn.promise;
  });
  try {
    const one = outcomeOf(first());
    await Promise.race([reached.promise, one.then((how) => failed(`never came to ${point}: ${how}`))]);
    const other = outcomeOf(rival());
    await Promise.race([other, sleep(HEAD_START_MS)]);
    goOn.resolve();
    return { first: await one, rival: await other };
  } finally {
    restore();
  }
}

type Connect = (...callback: unknown[]) => Promise<pg.PoolClient>;
type Query = (...words: unknown[]) => Promise<unknown>;

function haltAt(pool: pg.Pool, point: RegExp, halt: () => Promise<void>): () => void {
  const connect = pool.connect as Connect;
  let isArmed = true;
  const halting: Connect = async (...callback) => {
    const client = await connect.call(pool, ...callback);
    if (callback.length > 0) return client;
    const query = client.query.bind(client) as Query;
    const release = client.release.bind(client);
    const watched: Query = async (...words) => {
      if (isArmed && point.test(textOf(words[0]))) {
        isArmed = false;
        await halt();
      }
      return query(...words);
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

function textOf(asked: unknown): string {
  if (typeof asked === "string") return asked;
  const { text } = asked as { text?: unknown };
  return typeof text === "string" ? text : "";
}

const outcomeOf = (work: Promise<unknown>): Promise<"done" | "refused"> =>
  work.then(
    () => "done",
    () => "refused",
  );

function failed(words: string): never {
  throw new Error(words);
}
