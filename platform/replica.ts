import pg from "pg";
import type { Log } from "./log.ts";
import { awaitProof } from "./replica-proof.ts";

/** A server that replays what the primary has written. */
export interface Replica {
  /** Host and port, as logs and findings name it. */
  name: string;
  pool: pg.Pool;
  /** Whether it may be asked just now; it takes its turn otherwise. */
  isReady(): boolean;
  /** What it answers to a read; undefined when it has not replayed what `required` asks for, or cannot. Never throws. */
  read(required: pg.QueryConfig, query: unknown, values: unknown): Promise<pg.QueryResult | undefined>;
  close(): Promise<void>;
}

/** One that has not replayed enough is asked again after so long. */
const BEHIND_MS = 100;

/** Opens a replica of the server behind `primary`. It is asked nothing before it has proven that it is one. */
export function openReplica(url: string, pool: pg.Pool, primary: pg.Pool, log: Log): Replica {
  const name = new URL(url).host || "replica";
  const proven: Proven = new WeakMap();
  const closing = new AbortController();
  const prove = () => awaitProof(name, [pool, primary], log, closing.signal).then(trust);
  let isTrusted = false;
  let behindUntil = 0;
  let proving = prove();

  function trust(isProven: boolean): void {
    isTrusted = isProven;
  }
  function lose(cause: unknown): void {
    if (!isTrusted) return;
    isTrusted = false;
    log.warn({ err: cause, replica: name }, "a replica failed; its reads go to the primary");
    proving = prove();
  }
  return {
    name,
    pool,
    isReady: () => isTrusted && performance.now() >= behindUntil,
    async read(required, query, values) {
      try {
        const answer = await readFrom(pool, proven, required, [query, values]);
        if (answer === undefined) behindUntil = performance.now() + BEHIND_MS;
        return answer;
      } catch (cause) {
        if (isLost(cause)) lose(cause);
        return undefined;
      }
    },
    async close() {
      closing.abort();
      await proving;
      await pool.end();
    },
  };
}

/** Every other error that a server says is of that one read, such as a conflict with what it replays, or of its time limit. */
function isLost(cause: unknown): boolean {
  const code = cause instanceof pg.DatabaseError ? (cause.code ?? "") : "";
  return code === "" || /^(08|28|3D|53|57P)/.test(code);
}

/** Which question a connection has answered with true. */
type Proven = WeakMap<pg.PoolClient, pg.QueryConfig>;

/** A connection stays with one server, and what that has replayed stays replayed: it is asked once for each `required`. */
async function readFrom(
  pool: pg.Pool,
  proven: Proven,
  required: pg.QueryConfig,
  [query, values]: [unknown, unknown],
): Promise<pg.QueryResult | undefined> {
  const client = await pool.connect();
  let isSound = false;
  try {
    const hasIt = proven.get(client) === required || (await hasReplayed(client, required));
    if (hasIt) proven.set(client, required);
    const answer = hasIt ? await client.query(query as pg.QueryConfig, values as unknown[]) : undefined;
    isSound = true;
    return answer;
  } finally {
    client.release(!isSound);
  }
}

async function hasReplayed(client: pg.PoolClient, { text, values }: pg.QueryConfig): Promise<boolean> {
  const { rows } = await client.query<{ ready: boolean }>({
    text: `select pg_is_in_recovery() and (${text}) as ready`,
    values: values ?? [],
  });
  return rows[0]?.ready === true;
}
