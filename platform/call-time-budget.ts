import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** How long one call may still wait for the database, all its waits together, in turns of `createQueryWatchdog`. */
export interface TimeBudget {
  turnsLeft: number;
}

/** One more than a single query may stay unanswered: the first silent one is still seen for what it is. */
const BUDGET_TURNS = 17;

const current = new AsyncLocalStorage<TimeBudget>();

/** That of the call on whose behalf this runs, if there is one. */
export const getTimeBudget = (): TimeBudget | undefined => current.getStore();

export const isTimeSpent = (budget: TimeBudget | undefined): boolean =>
  budget !== undefined && budget.turnsLeft <= 0;

/** One turn has passed for all who wait now; who waits for several things at once has waited once. */
export function countTurn(waiting: Iterable<TimeBudget | undefined>): void {
  for (const budget of new Set(waiting)) if (budget) budget.turnsLeft--;
}

/** For one part of an answer that is sent in parts: it waits as long as a call may, however many there are. */
export const withOwnTimeBudget = <T>(work: () => Promise<T>): Promise<T> =>
  current.run({ turnsLeft: BUDGET_TURNS }, work);

/**
 * Gives each call one time budget with the database for all its queries together, so that it is answered or refused
 * within five seconds, although every single query of it would be waited for nearly so long (T31). Register it before
 * the first hook that asks the database.
 */
export function limitTimeBudget(app: FastifyInstance): void {
  const budgetOf = new WeakMap<FastifyRequest, TimeBudget>();
  app.addHook("onRequest", (request, reply, done) => {
    const budget = { turnsLeft: BUDGET_TURNS };
    budgetOf.set(request, budget);
    // What the call left to be done is no one's waiting any more.
    reply.raw.once("close", () => (budget.turnsLeft = Infinity));
    current.run(budget, done);
  });
  // What runs after the body was read no longer runs on behalf of the first hooks.
  app.addHook("preValidation", (request, _reply, done) => {
    const budget = budgetOf.get(request);
    if (budget) current.run(budget, done);
    else done();
  });
}
