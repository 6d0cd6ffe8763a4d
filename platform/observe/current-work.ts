import { AsyncLocalStorage } from "node:async_hooks";

/** The time that a call may still wait for the database, in timer ticks of the query watchdog (`TURN_MS`). */
export interface TimeBudget {
  turnsLeft: number;
}

/** The task that the current code belongs to: a request, a delivery from the outbox, a job or an operator command. */
export interface Work {
  /** The id of the task in the log, in SQL comments and in the response. The proxy may set the id of a request. */
  id: string;
  /** The kind of task, such as `POST /api/orders` or `job payments.watch`. There are only a few kinds. */
  name: string;
  operator?: string;
  changes?: Set<number>;
  /** The time budget of the task, if a client is waiting for the task. */
  budget?: TimeBudget;
}

const current = new AsyncLocalStorage<Work | undefined>();

export const getCurrentWork = (): Work | undefined => current.getStore();

/** Calls `callback`. Everything that it starts belongs to `work`, or to no task if `work` is undefined. */
export const runFor = <T>(work: Work | undefined, callback: () => T): T => current.run(work, callback);
