import { AsyncLocalStorage } from "node:async_hooks";

/** How long one call may still wait for the database, all its waits together, in turns of `createQueryWatchdog`. */
export interface TimeBudget {
  turnsLeft: number;
}

/** The work that code runs for: a request, a delivery of the outbox, a job. */
export interface Work {
  /** The id in the log, in SQL and in the answer; for a request, the one that the proxy gave it. */
  id: string;
  /** One of few: `POST /api/orders`, `job payments.watch`. */
  name: string;
  /** Who typed the command that it does. */
  operator?: string;
  /** How long it may still wait for the database, where someone waits for it. */
  budget?: TimeBudget;
}

const current = new AsyncLocalStorage<Work | undefined>();

/** The work that the caller runs for. */
export const getWork = (): Work | undefined => current.getStore();

/**
 * Does something, and all that comes of it, on behalf of this work; undefined is for what belongs to no one, though a
 * request may have been the first to need it: a connection, for example.
 */
export const runFor = <T>(work: Work | undefined, act: () => T): T => current.run(work, act);
