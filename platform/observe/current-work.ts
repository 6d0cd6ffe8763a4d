import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The remaining time that one call may wait for the database, over all its queries, in turns of `createQueryWatchdog`.
 */
export interface TimeBudget {
  turnsLeft: number;
}

/** The work that code runs for: a request, a delivery of the outbox, a job. */
export interface Work {
  /** The id in the log, in SQL and in the response; for a request, the one from the proxy. */
  id: string;
  /** A name with few values: `POST /api/orders`, `job payments.watch`. */
  name: string;
  /** The user who ran the command. */
  operator?: string;
  /** The numbers of the changes that it has made and `undo` can take back. */
  changes?: Set<number>;
  /** The remaining time for the database; undefined if no caller is waiting. */
  budget?: TimeBudget;
}

const current = new AsyncLocalStorage<Work | undefined>();

/** Returns the work that the current code runs for. */
export const getCurrentWork = (): Work | undefined => current.getStore();

/**
 * Runs a function and everything it triggers in the context of this work. Use undefined for shared resources such as a
 * connection, which a request may only be the first to need.
 */
export const runFor = <T>(work: Work | undefined, callback: () => T): T => current.run(work, callback);
