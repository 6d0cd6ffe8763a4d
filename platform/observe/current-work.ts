import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The remaining time that all queries of one call together may wait for the database, in turns of
 * `createQueryWatchdog`.
 */
export interface TimeBudget {
  turnsLeft: number;
}

/** The task for which code is running: a request, a delivery of the outbox, or a job. */
export interface Work {
  /** The id in the log, in SQL and in the response; for a request, the one from the proxy. */
  id: string;
  /** A name that has few different values: `POST /api/orders`, `job payments.watch`. */
  name: string;
  /** The operator who ran the command. */
  operator?: string;
  /** The numbers of the changes made by this work. `undo` can take them back. */
  changes?: Set<number>;
  /** The remaining time to wait for the database; undefined if no caller is waiting. */
  budget?: TimeBudget;
}

const current = new AsyncLocalStorage<Work | undefined>();

/** Returns the work for which the current code is running. */
export const getCurrentWork = (): Work | undefined => current.getStore();

/**
 * Runs a function, and everything it triggers, as part of this work. Use undefined for shared resources such as a
 * connection, because the request that opens it is only its first user.
 */
export const runFor = <T>(work: Work | undefined, callback: () => T): T => current.run(work, callback);
