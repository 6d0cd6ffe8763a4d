import { AsyncLocalStorage } from "node:async_hooks";
import type { TimeBudget } from "../database/call-time-budget.ts";
import type { SpanContext } from "./tracing.ts";

/** On whose behalf something runs: a request, a delivery of the outbox, a job. */
export interface Work {
  /** What stands in the log, in SQL and in the answer: of a request, the one that the proxy gave it. */
  id: string;
  /** One of few: `POST /api/orders`, `job payments.watch`. */
  name: string;
  /** How long it may still wait for the database, where someone waits for it. */
  budget?: TimeBudget;
  /** The span that it is in, where traces are reported. */
  span?: SpanContext | undefined;
}

const current = new AsyncLocalStorage<Work | undefined>();

/** That of the code that asks, if there is one. */
export const getWork = (): Work | undefined => current.getStore();

/**
 * Does something, and all that comes of it, on behalf of this work; undefined is for what belongs to no one, though a
 * request may have been the first to need it: a connection, for example.
 */
export const runFor = <T>(work: Work | undefined, act: () => T): T => current.run(work, act);
