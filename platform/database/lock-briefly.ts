import { setTimeout as pause } from "node:timers/promises";
import { SECOND } from "#contract/time.ts";
import type pg from "pg";
import type { Log } from "../observe/log.ts";
import { AsyncLocalStorage } from "node:async_hooks";

const LOCK_NOT_AVAILABLE = "55P03";

const PAUSE_MS = SECOND;
const WARN_EVERY_MS = 30 * SECOND;

/**
 * Runs `callback` in a transaction that waits at most two seconds for each lock. If a lock is not free, retries later.
 * If a transaction waited longer for a table, all later queries of this table would wait too.
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

/** Returns false, without having changed anything, if a lock was not available. */
async function tryOnce(client: pg.ClientBase, callback: () => Promise<void>): Promise<boolean> {
  try {
    await client.query("begin");
    await client.query("set local lock_timeout = '2s'");
    await callback();
    await client.query("commit");
    return true;
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw cause;
    await client.query("rollback");
    return false;
  }
}

const longWork = new AsyncLocalStorage<true>();

/** Gives each statement of `callback` a timeout of minutes instead of seconds on a database server. */
export const withLongStatements = <T>(callback: () => Promise<T>): Promise<T> => longWork.run(true, callback);

export const mayTakeLong = (): boolean => longWork.getStore() === true;
