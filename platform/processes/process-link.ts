import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { defineCount, defineLevel } from "../observe/counts.ts";
import { generateCode } from "../ids.ts";
import type { Log } from "../observe/log.ts";
import { CHANNEL, type Hearing, listen } from "./process-listener.ts";
import { createBatchSender } from "./send-in-batches.ts";

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

/** PostgreSQL takes less than 8,000 bytes in one NOTIFY; the rest is for what goes around the messages. */
const MOST_BYTES = 7_900;

const linkUp = defineLevel({
  name: "shop_process_link_up",
  help: "1 while this process hears the others of the shop, 0 while it tries to; absent where there can be no others.",
});

const interruptions = defineCount({
  name: "shop_process_link_interruptions_total",
  help: "How often this process could not hear the others, until it listened again.",
});

function noteUp(hearing: Hearing): void {
  linkUp.set(1);
  hearing.listening();
}

function noteDown(): void {
  linkUp.set(0);
  interruptions.add();
}

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
      const { from, messages } = JSON.parse(payload ?? "") as { from: string; messages: unknown[] };
      if (from !== self) messages.forEach((message) => hearing.heard(message));
    } catch (err) {
      log.warn({ err }, "messages of another process could not be read");
    }
  };
  const run = async () => {
    while (!signal.aborted) {
      try {
        await listen(url, signal, { heard, listening: () => noteUp(hearing) });
      } catch (err) {
        noteDown();
        log.warn({ err }, "the other processes of the shop are not heard; listening again");
      }
      // Not all processes at once.
      await pause(AGAIN_AFTER_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
    }
  };
  const running = run();
  const send = createBatchSender(
    (messages) =>
      pool.query("select pg_notify($1, $2)", [CHANNEL, `{"from":"${self}","messages":[${messages.join()}]}`]),
    MOST_BYTES,
  );

  return {
    send: (message) => send(JSON.stringify(message)),
    async close() {
      closing.abort();
      await running;
    },
  };
}
