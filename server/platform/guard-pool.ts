import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Log } from "./log.ts";

/** Nothing comes back from the server, and nothing says why: neither a refusal nor the end of a connection. */
export class DatabaseSilent extends Error {
  override readonly name = "DatabaseSilent";
  readonly code = "ETIMEDOUT";

  constructor() {
    super("The database server does not answer.");
  }
}

/** A connection at rest for longer is asked for a sign of life before it is given out. */
const RESTED_MS = 1_000;
const SIGN_OF_LIFE_MS = 1_000;
const PROBE_MS = 2_000;
const PROBE_AGAIN_MS = 500;

const SIGN_OF_LIFE = { text: "select 1", query_timeout: SIGN_OF_LIFE_MS };

/**
 * Lets nobody wait on connections that the network swallowed. After one unanswered query every connection made before is
 * replaced, and the server is probed; while the probe stays unanswered too, whoever asks for a connection is refused
 * at once. `stop` ends the probing.
 */
export function guardPool(pool: pg.Pool, url: string, log: Log): { stop(): void } {
  const madeIn = new WeakMap<pg.PoolClient, number>();
  const restsSince = new WeakMap<pg.PoolClient, number>();
  const waiting = new Set<(cause: Error) => void>();
  const stopping = new AbortController();
  let generation = 0;
  let isSilent = false;
  let isProbing = false;

  const suspect = () => {
    generation++;
    if (!isProbing) void probe();
  };
  const probe = async () => {
    isProbing = true;
    while (!stopping.signal.aborted && !(await answers(url))) {
      if (!isSilent) log.error("the database server does not answer; calls are refused until it does");
      isSilent = true;
      for (const refuse of waiting) refuse(new DatabaseSilent());
      waiting.clear();
      await pause(PROBE_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
    if (isSilent) log.warn("the database server answers again");
    isSilent = false;
    isProbing = false;
  };

  pool.on("connect", (client) => {
    madeIn.set(client, generation);
    cutWhenSilent(client, suspect);
  });
  pool.on("release", (cause, client) => {
    restsSince.set(client, performance.now());
    if (isUnanswered(cause)) suspect();
  });

  const isSound = async (client: pg.PoolClient) => {
    if (madeIn.get(client) !== generation) return false;
    const since = restsSince.get(client);
    if (since === undefined || performance.now() - since < RESTED_MS) return true;
    return client.query(SIGN_OF_LIFE).then(
      () => true,
      () => false,
    );
  };
  const connect = pool.connect.bind(pool);
  const soundOne = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await connect();
      if (await isSound(client)) return client;
      client.release(true);
    }
  };
  const giveOut = () =>
    new Promise<pg.PoolClient>((resolve, reject) => {
      if (isSilent) return reject(new DatabaseSilent());
      waiting.add(reject);
      soundOne().then(
        (client) => (waiting.delete(reject) ? resolve(client) : client.release()),
        (cause: Error) => {
          if (waiting.delete(reject)) reject(cause);
          if (isUnanswered(cause)) suspect();
        },
      );
    });
  const guarded = (callback?: ConnectCallback) => {
    const client = giveOut();
    if (!callback) return client;
    client.then(
      (given) => callback(undefined, given, given.release),
      (cause: Error) => callback(cause, undefined, () => {}),
    );
    return undefined;
  };
  pool.connect = guarded as typeof pool.connect;
  return { stop: () => stopping.abort() };
}

type ConnectCallback = (
  cause: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void;

/** What `pg` says when a query or a connection got no answer in its time. */
const isUnanswered = (cause: unknown): boolean =>
  cause instanceof Error &&
  /^(Query read timeout|timeout expired|Connection terminated due to connection timeout)$/.test(
    cause.message,
  );

/** Else whoever has a silent connection would wait on it once more, with ROLLBACK, and then give it back to the pool. */
function cutWhenSilent(client: pg.PoolClient, silent: () => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const watched = (...args: unknown[]) => {
    const answer = query(...args);
    if (answer instanceof Promise)
      answer.catch((cause: unknown) => {
        if (!isUnanswered(cause)) return;
        void (client as unknown as pg.Client).end();
        silent();
      });
    return answer;
  };
  client.query = watched as typeof client.query;
}

/** Whether a connection made just now works. A refusal is an answer too. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(SIGN_OF_LIFE.text);
    return true;
  } catch (cause) {
    return !isUnanswered(cause);
  } finally {
    void client.end().catch(() => {});
  }
}
