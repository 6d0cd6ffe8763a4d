import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

export interface Hearing {
  heard(message: unknown): void;
  /** Begins to receive, at first and after every interruption: what was sent before has been missed. */
  listening(): void;
}

export const CHANNEL = "shop_processes";

const LISTEN = `listen ${CHANNEL}`;

/** As `pg_stat_activity` names the connection. */
export const LISTENER_NAME = "taruva listener";

const ANSWER_MS = 2_000;

const CHECK_EVERY_MS = 2_500;

const SHUTDOWN_MS = 500;

/** Listens until the signal; throws as soon as the connection is lost, or does not answer any more. */
export async function listen(
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
    // Said again and again: a connection that the network swallowed gives no sign of it.
    check = setInterval(() => void client.query(LISTEN).catch(lose), CHECK_EVERY_MS);
  };
  begin().catch(lose);
  try {
    await over;
  } finally {
    signal.removeEventListener("abort", leave);
    clearInterval(check);
    // A lost connection is never closed by its client.
    await Promise.race([client.end().catch(() => {}), pause(SHUTDOWN_MS)]);
  }
}
