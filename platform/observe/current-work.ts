import { AsyncLocalStorage } from "node:async_hooks";

/** The time that a call may still wait for the database, in turns of `createQueryWatchdog`. */
export interface TimeBudget {
  turnsLeft: number;
}

/** A task for which code runs: a request, a delivery of the outbox, or a job. */
export interface Work {
  /** The id in the log, in SQL comments and in the response. It is the proxy's id, if the proxy sent one. */
  id: string;
  /** The kind of task, such as `POST /api/orders` or `job payments.watch`. There are only a few different names. */
  name: string;
  operator?: string;
  changes?: Set<number>;
  /** The time that the task may still wait for the database; undefined if no client is waiting. */
  budget?: TimeBudget;
}

const current = new AsyncLocalStorage<Work | undefined>();

export const getCurrentWork = (): Work | undefined => current.getStore();

/**
 * Runs a function and all work that it triggers as part of this task. `work` is undefined if the function works for
 * several requests.
 */
export const runFor = <T>(work: Work | undefined, callback: () => T): T => current.run(work, callback);
