import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { generateCode } from "./ids.ts";
import type { Log } from "./log.ts";
import { CHANNEL, type Hearing, listen } from "./process-listener.ts";

/** Carries small messages from this process to every other one of the shop, through PostgreSQL's NOTIFY. */
export interface ProcessLink {
  /** Resolves once PostgreSQL has taken it; the sender does not receive it. @throws when the database does not answer */
  send(message: unknown): Promise<void>;
  close(): Promise<void>;
}

interface Ends {
  /** Where messages of the others are received: a direct connection, not a transaction pooler. */
  url: string;
  /** Where messages are sent. */
  pool: pg.Pool;
  log: Log;
}

const AGAIN_AFTER_MS = 200;

/**
 * Listens on a connection of its own. When that ends or falls silent it listens again by itself, within a second of
 * the database being reachable.
 */
export function openProcessLink({ url, pool, log }: Ends, hearing: Hearing): ProcessLink {
  const self = generateCode(10);
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
