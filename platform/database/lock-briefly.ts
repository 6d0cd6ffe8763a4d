import { setTimeout as pause } from "node:timers/promises";
import { SECOND } from "#contract/time.ts";
import type pg from "pg";
import type { Log } from "../observe/log.ts";
import { AsyncLocalStorage } from "node:async_hooks";

const WORTH_ANOTHER_TRY = new Set<unknown>(["55P03", "40P01"]); // lock not available, deadlock

const PAUSE_MS = SECOND;
const WARN_EVERY_MS = 30 * SECOND;

/**
 * Runs `callback` in a transaction that waits at most two seconds for each lock. Retries it later if a lock is not free,
 * or after a deadlock. If a transaction waited longer for a table, all later queries of this table would wait too.
 */
export async function lockBriefly(
  client: pg.ClientBase,
  migration: string,
  log: Pick<Log, "warn">,
  callback: () => Promise<void>,
): Promise<void> {
  let warnAt = 0;
  while (!(await tryOnce(client, callback))) {
    if (performance.now() >= warnAt) {
      log.warn(
        { migration },
        `${migration} waits until nothing else reads or writes a table that it changes`,
      );
      warnAt = performance.now() + WARN_EVERY_MS;
    }
    await pause(PAUSE_MS);
  }
}

/** Returns false, without having changed anything, if a lock was not available or a deadlock occurred. */
async function tryOnce(client: pg.ClientBase, callback: () => Promise<void>): Promise<boolean> {
  try {
    await client.query("begin");
    await client.query("set local lock_timeout = '2s'");
    await callback();
    await client.query("commit");
    return true;
  } catch (cause) {
    if (!WORTH_ANOTHER_TRY.has((cause as { code?: unknown }).code)) throw cause;
    await client.query("rollback");
    return false;
  }
}

const longWork = new AsyncLocalStorage<true>();

/** On a database server, gives each statement of `callback` a timeout of minutes instead of seconds. */
export const withLongStatements = <T>(callback: () => Promise<T>): Promise<T> => longWork.run(true, callback);

export const mayTakeLong = (): boolean => longWork.getStore() === true;
