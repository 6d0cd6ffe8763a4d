import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "./log.ts";

const PROVE_AGAIN_MS = 1_000;

/** Waits until a server may be read as a replica of the primary; false when the signal came first. */
export async function awaitProof(
  name: string,
  [pool, primary]: [pg.Pool, pg.Pool],
  log: Log,
  signal: AbortSignal,
): Promise<boolean> {
  let last = "";
  while (!signal.aborted) {
    const reason = await findReason(pool, primary);
    if (reason === null) {
      log.info({ replica: name }, "a replica is read");
      return true;
    }
    if (reason !== last) log.warn({ replica: name, reason }, "a replica is not read");
    last = reason;
    await pause(PROVE_AGAIN_MS, undefined, { signal }).catch(() => {});
  }
  return false;
}

const SYSTEM = "select system_identifier as system, pg_is_in_recovery() as replays from pg_control_system()";

interface System {
  system: string;
  replays: boolean;
}

/** Why a server may not be read as a replica of the primary; null when it may. */
export async function findReason(replica: pg.Pool, primary: pg.Pool): Promise<string | null> {
  try {
    const [own, other] = await Promise.all([replica, primary].map((pool) => pool.query<System>(SYSTEM)));
    const { system, replays } = own?.rows[0] ?? {};
    if (system !== other?.rows[0]?.system) return "it belongs to another database system";
    return replays ? null : "it is not a replica: it takes writes itself";
  } catch (cause) {
    return `it does not answer: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}
