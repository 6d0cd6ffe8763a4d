import { getWork, runFor } from "../observe/current-work.ts";

/** How long one call may still wait for the database, all its waits together, in turns of `createQueryWatchdog`. */
export interface TimeBudget {
  turnsLeft: number;
}

/** One more than a single query may stay unanswered: the first silent one is still seen for what it is. */
const BUDGET_TURNS = 17;

/** That of the call on whose behalf this runs, if there is one. */
export const getTimeBudget = (): TimeBudget | undefined => getWork()?.budget;

export const isTimeSpent = (budget: TimeBudget | undefined): boolean =>
  budget !== undefined && budget.turnsLeft <= 0;

/** One turn has passed for all who wait now; who waits for several things at once has waited once. */
export function countTurn(waiting: Iterable<TimeBudget | undefined>): void {
  for (const budget of new Set(waiting)) if (budget) budget.turnsLeft--;
}

/** That of a new call. After `end` it is never spent: what the call left to be done is no one's waiting any more. */
export function createTimeBudget(): { budget: TimeBudget; end(): void } {
  const budget = { turnsLeft: BUDGET_TURNS };
  return { budget, end: () => void (budget.turnsLeft = Infinity) };
}

/** For one part of an answer that is sent in parts: it waits as long as a call may, however many there are. */
export const withOwnTimeBudget = <T>(work: () => Promise<T>): Promise<T> =>
  runFor({ id: "part", name: "part", ...getWork(), budget: createTimeBudget().budget }, work);
