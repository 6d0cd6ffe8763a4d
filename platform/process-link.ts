import pg from "pg";
import { setTimeout as pause } from "node:timers/promises";
import { shortCode } from "./ids.ts";
import type { Log } from "./log.ts";

/** Carries small messages from this process to every other one of the shop, through PostgreSQL's NOTIFY. */
export interface ProcessLink {
  /** Resolves once PostgreSQL has taken it; the sender does not hear it. @throws when the database does not answer */
  send(message: unknown): Promise<void>;
  close(): Promise<void>;
}

interface Ends {
  /** Where the others are heard: a direct connection, not a transaction pooler. */
  url: string;
  /** Where messages are sent. */
  pool: pg.Pool;
  log: Log;
}

interface Hearing {
  heard(message: unknown): void;
  /** Begins to hear, at first and after every interruption: what was sent before has been missed. */
  listening(): void;
}

const CHANNEL = "shop_processes";
const LISTEN = `listen ${CHANNEL}`;
/** As `pg_stat_activity` names the connection. */
export const LISTENER_NAME = "taruva listener";
const ANSWER_MS = 2_000;
const CHECK_EVERY_MS = 2_500;
const AGAIN_AFTER_MS = 200;
const GOODBYE_MS = 500;

/**
 * Listens on a connection of its own. When that ends or falls silent it listens again by itself, within a second of
 * the database being reachable.
 */
export function openProcessLink({ url, pool, log }: Ends, hearing: Hearing): ProcessLink {
  const self = shortCode(10);
  const closing = new AbortController();
  const { signal } = closing;

  const heard = (payload: string | undefined) => {
    try {
      const { from, message } = JSON.parse(payload ?? "") as { from: string; message: unknown };
      if (from !== self) hearing.heard(message);
    } catch (err) {
      log.warn({ err }, "a message of another process could not be read");
    }
  };
  const run = async () => {
    while (!signal.aborted) {
      try {
        await listen(url, signal, { heard, listening: hearing.listening });
      } catch (err) {
        log.warn({ err }, "the other processes of the shop are not heard; listening again");
      }
      // Not all processes at once.
      await pause(AGAIN_AFTER_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
    }
  };
  const running = run();

  return {
    async send(message) {
      await pool.query("select pg_notify($1, $2)", [CHANNEL, JSON.stringify({ from: self, message })]);
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}

/** Listens until the signal; throws as soon as the connection is lost, or does not answer any more. */
async function listen(
  url: string,
  signal: AbortSignal,
  hearing: { heard(payload: string | undefined): void; listening(): void },
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: LISTENER_NAME,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  const { promise: over, resolve: finish, reject } = Promise.withResolvers<void>();
  const lose = (cause: unknown) => reject(cause);
  client.on("error", lose);
  client.once("end", () => lose(new Error("The connection that listens has ended.")));
  client.on("notification", ({ payload }) => hearing.heard(payload));
  const leave = () => finish();
  signal.addEventListener("abort", leave);
  let check: NodeJS.Timeout | undefined;
  const begin = async () => {
    await client.connect();
    await client.query(LISTEN);
    hearing.listening();
    // Said again and again: a connection that the network swallowed tells nothing by itself.
    check = setInterval(() => void client.query(LISTEN).catch(lose), CHECK_EVERY_MS);
  };
  begin().catch(lose);
  try {
    await over;
  } finally {
    signal.removeEventListener("abort", leave);
    clearInterval(check);
    // A lost connection never says goodbye.
    await Promise.race([client.end().catch(() => {}), pause(GOODBYE_MS)]);
  }
}
