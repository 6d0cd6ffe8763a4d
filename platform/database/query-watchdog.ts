import pg from "pg";
import { dropConnection } from "./client-connection.ts";
import { getCurrentWork, runFor, type TimeBudget } from "../observe/current-work.ts";

/** The timer interval in ms. Time is measured in timer ticks, which do not occur while this process is blocked. */
export const TURN_MS = 250;
export const ANSWER_TURNS = 15;
const SIGN_OF_LIFE_TURNS = 4;

export type QueryWatchdog = ReturnType<typeof createQueryWatchdog>;

interface Listeners {
  answered(): void;
  unanswered(): void;
  waiting(): Iterable<TimeBudget | undefined>;
  turn(): void;
}

/** Closes a connection if a query gets no response (then calls `unanswered`), or if a call's time budget is used up. */
export function createQueryWatchdog(listener: Listeners) {
  const unanswered: PendingQueries = new Map();
  const interval = setInterval(() => {
    const budgets = [...unanswered.values()].map(({ budget }) => budget);
    // Pending queries may share a budget, so the `Set` removes duplicates.
    for (const budget of new Set([...budgets, ...listener.waiting()])) if (budget) budget.turnsLeft--;
    cancelLateQueries(unanswered, listener);
    listener.turn();
  }, TURN_MS).unref();
  return {
    over: (client: pg.PoolClient): void => watchQueries(client, unanswered, listener),
    async isAlive(client: pg.PoolClient): Promise<boolean> {
      const sign = client.query("select 1");
      const sent = unanswered.get(client);
      if (sent) sent.turnsLeft = SIGN_OF_LIFE_TURNS;
      return sign.then(
        () => true,
        () => false,
      );
    },
    stop: () => clearInterval(interval),
  };
}

/** The pending queries of each connection, and the timer ticks left until its next response must arrive. */
type PendingQueries = Map<
  pg.PoolClient,
  { queries: number; turnsLeft: number; budget: TimeBudget | undefined }
>;

const startWatch = (unanswered: PendingQueries, client: pg.PoolClient) =>
  unanswered.set(client, {
    queries: (unanswered.get(client)?.queries ?? 0) + 1,
    turnsLeft: ANSWER_TURNS,
    budget: getTimeBudget(),
  });

function end(unanswered: PendingQueries, client: pg.PoolClient): void {
  const sent = unanswered.get(client);
  if (!sent) return;
  sent.turnsLeft = ANSWER_TURNS;
  if (--sent.queries === 0) unanswered.delete(client);
}

function cancelLateQueries(unanswered: PendingQueries, listener: Listeners): void {
  for (const [client, query] of unanswered) {
    const isLate = query.turnsLeft-- <= 0;
    if (!isLate && !isTimeSpent(query.budget)) continue;
    unanswered.delete(client);
    dropConnection(client);
    if (isLate) listener.unanswered();
  }
}

function watchQueries(client: pg.PoolClient, unanswered: PendingQueries, listener: Listeners): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const onSettled = (cause?: unknown) => {
    end(unanswered, client);
    if (!cause || cause instanceof pg.DatabaseError) listener.answered();
  };
  const watched = (...args: unknown[]) => {
    const callback = args.at(-1);
    startWatch(unanswered, client);
    if (typeof callback === "function") {
      const onResult = (...value: unknown[]) => {
        onSettled(value[0]);
        callback(...value);
      };
      return query(...args.slice(0, -1), onResult);
    }
    const result = query(...args);
    if (result instanceof Promise) result.then(() => onSettled(), onSettled);
    else onSettled();
    return result;
  };
  client.query = watched as typeof client.query;
}

/** The time for all queries of a call, in timer ticks. A silent server is detected earlier, after `ANSWER_TURNS`. */
const BUDGET_TURNS = 17;

export const getTimeBudget = (): TimeBudget | undefined => getCurrentWork()?.budget;

export const isTimeSpent = (budget: TimeBudget | undefined): boolean =>
  budget !== undefined && budget.turnsLeft <= 0;

/** Creates the time budget of a call. `end` makes it unlimited, for work that continues after the response. */
export function createTimeBudget(): { budget: TimeBudget; end(): void } {
  const budget = { turnsLeft: BUDGET_TURNS };
  return { budget, end: () => void (budget.turnsLeft = Infinity) };
}

/** Gives each part of a streamed response its own time budget, so that a response can have any number of parts. */
export const withOwnTimeBudget = <T>(callback: () => Promise<T>): Promise<T> =>
  runFor({ id: "part", name: "part", ...getCurrentWork(), budget: createTimeBudget().budget }, callback);
