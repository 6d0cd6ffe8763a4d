import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { defineCount, defineLevel } from "../observe/counts.ts";
import { generateCode } from "../ids.ts";
import type { Log } from "../observe/log.ts";

export interface ProcessLink {
  /** Resolves when PostgreSQL has accepted the message. This process does not receive its own messages. */
  send(message: unknown): Promise<void>;
  close(): Promise<void>;
}

interface LinkOptions {
  /** The URL for a direct connection, because LISTEN does not work through a transaction pooler. */
  url: string;
  pool: pg.Pool;
  log: Log;
}

const AGAIN_AFTER_MS = 200;

const linkUp = defineLevel(
  "shop_process_link_up",
  "1 while this process receives notifications of other processes; absent without a PostgreSQL server.",
);

const interruptions = defineCount(
  "shop_process_link_interruptions_total",
  "Number of interruptions of the connection to the other processes.",
);

/** Exchanges messages with the other processes. Receives them on a separate connection, and reconnects if necessary. */
export function openProcessLink({ url, pool, log }: LinkOptions, listener: LinkListener): ProcessLink {
  const self = generateCode(10);
  const closing = new AbortController();
  const { signal } = closing;

  const onMessage = (payload: string | undefined) => {
    try {
      const { from, messages } = JSON.parse(payload ?? "") as { from: string; messages: unknown[] };
      if (from !== self) messages.forEach((message) => listener.heard(message));
    } catch (err) {
      log.warn({ err }, "messages of another process could not be read");
    }
  };
  const onListening = () => {
    linkUp.set(1);
    listener.listening();
  };
  const run = async () => {
    while (!signal.aborted) {
      try {
        await listen(url, signal, { heard: onMessage, listening: onListening });
      } catch (err) {
        linkUp.set(0);
        interruptions.add();
        log.warn({ err }, "the connection to the shop's other processes was lost; connecting again");
      }
      // The delay is random, so that not all processes reconnect at the same time.
      await pause(AGAIN_AFTER_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
    }
  };
  const running = run();
  let sending: Promise<unknown> = Promise.resolve();

  return {
    // Sends one message after another, because two connections could change their order.
    send(message) {
      const payload = JSON.stringify({ from: self, messages: [message] });
      const sent = sending.then(
        async () => void (await pool.query("select pg_notify($1, $2)", [CHANNEL, payload])),
      );
      sending = sent.catch(() => {});
      return sent;
    },
    async close() {
      closing.abort();
      await Promise.all([running, sending]);
    },
  };
}

interface LinkListener {
  heard(message: unknown): void;
  /** Called when this process starts to receive messages, and again after an interruption that may have lost some. */
  listening(): void;
}

const CHANNEL = "shop_processes";

const LISTEN = `listen ${CHANNEL}`;

export const LISTENER_NAME = "taruva listener";

const ANSWER_MS = 2_000;

const CHECK_EVERY_MS = 2_500;

const SHUTDOWN_MS = 500;

async function listen(
  url: string,
  signal: AbortSignal,
  listener: { heard(payload: string | undefined): void; listening(): void },
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: LISTENER_NAME,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  const { promise: ended, resolve: finish, reject } = Promise.withResolvers<void>();
  const lose = (cause: unknown) => reject(cause);
  client.on("error", lose);
  client.once("end", () => lose(new Error("The database connection for notifications has ended.")));
  client.on("notification", ({ payload }) => listener.heard(payload));
  const leave = () => finish();
  signal.addEventListener("abort", leave);
  let check: NodeJS.Timeout | undefined;
  const connect = async () => {
    await client.connect();
    await client.query(LISTEN);
    listener.listening();
    // Repeats LISTEN as a probe, because a connection that the network has dropped reports no error.
    check = setInterval(() => void client.query(LISTEN).catch(lose), CHECK_EVERY_MS);
  };
  connect().catch(lose);
  try {
    await ended;
  } finally {
    signal.removeEventListener("abort", leave);
    clearInterval(check);
    // Waits only a limited time, because `end` never resolves for a lost connection.
    await Promise.race([client.end().catch(() => {}), pause(SHUTDOWN_MS)]);
  }
}
