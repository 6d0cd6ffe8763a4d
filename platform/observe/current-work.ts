import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The time that all queries of one call together may still wait for the database, in turns of `createQueryWatchdog`.
 */
export interface TimeBudget {
  turnsLeft: number;
}

/** A task that code is running for: a request, a delivery of the outbox, or a job. */
export interface Work {
  /**
   * The task's id in the log, in SQL and in the response. For a request, it is the id from the proxy, if there is one.
   */
  id: string;
  /** A name that has few different values: `POST /api/orders`, `job payments.watch`. */
  name: string;
  /** The operator who ran the command. */
  operator?: string;
  /** The numbers of the changes that this task has made. `undo` can take them back. */
  changes?: Set<number>;
  /** The remaining time to wait for the database; undefined if no caller is waiting. */
  budget?: TimeBudget;
}

const current = new AsyncLocalStorage<Work | undefined>();

/** Returns the task that the current code is running for. */
export const getCurrentWork = (): Work | undefined => current.getStore();

/**
 * Runs a function, and everything it triggers, as part of this task. Use undefined for shared resources such as a
 * connection, because the request that opens it is only its first user.
 */
export const runFor = <T>(work: Work | undefined, callback: () => T): T => current.run(work, callback);
