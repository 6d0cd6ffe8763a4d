import pg from "pg";
import { dropConnection } from "./client-connection.ts";
import { getCurrentWork, runFor, type TimeBudget } from "../observe/current-work.ts";

/**
 * The length of a turn in ms. Waiting time is counted in turns of the event loop. A blocked process then does not
 * mistake its own delay for a late response.
 */
export const TURN_MS = 250;
/** Number of turns without a response after which a connection counts as dead. */
export const ANSWER_TURNS = 15;
const SIGN_OF_LIFE_TURNS = 4;

/** Closes connections of a pool whose queries get no response. */
export interface QueryWatchdog {
  over(client: pg.PoolClient): void;
  /** True if an idle connection still works. */
  isAlive(client: pg.PoolClient): Promise<boolean>;
  stop(): void;
}

interface Listeners {
  /** Called when the server has responded to a query, even with an error. */
  answered(): void;
  /** Called when the server has not responded and the connection was closed. */
  unanswered(): void;
  /** Returns the time budgets of the callers that wait for a connection. */
  waiting(): Iterable<TimeBudget | undefined>;
  turn(): void;
}

/**
 * Creates a watchdog. It closes a connection whose query gets no response, because the caller would otherwise wait for
 * its ROLLBACK on the same connection. It also closes a connection whose call has used up its time budget, but does not
 * report the server as silent then.
 */
export function createQueryWatchdog(listener: Listeners): QueryWatchdog {
  const unanswered: PendingQueries = new Map();
  const interval = setInterval(() => {
    countDownBudgets([...[...unanswered.values()].map(({ budget }) => budget), ...listener.waiting()]);
    cancelLateQueries(unanswered, listener);
    listener.turn();
  }, TURN_MS).unref();
  return {
    over: (client) => watchQueries(client, unanswered, listener),
    async isAlive(client) {
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

/**
 * The number of pending queries of each connection, and the turns left for the next response. Responses arrive in
 * order.
 */
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

/** Wraps the connection's `query` in both of its forms: with a callback, which the pool uses, and with a promise. */
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

/**
 * The number of turns that a call may wait for the database in total. It is more than a single query may take, so a
 * silent server is detected before a budget ends.
 */
const BUDGET_TURNS = 17;

/** Returns the time budget of the current call; undefined if there is none. */
export const getTimeBudget = (): TimeBudget | undefined => getCurrentWork()?.budget;

export const isTimeSpent = (budget: TimeBudget | undefined): boolean =>
  budget !== undefined && budget.turnsLeft <= 0;

/** Subtracts one turn from the budget of each waiting call; a call that waits for several queries loses only one. */
function countDownBudgets(budgets: Iterable<TimeBudget | undefined>): void {
  for (const budget of new Set(budgets)) if (budget) budget.turnsLeft--;
}

/**
 * Creates the time budget of a call. After `end` it is unlimited, because nobody waits for the rest of the call's work.
 */
export function createTimeBudget(): { budget: TimeBudget; end(): void } {
  const budget = { turnsLeft: BUDGET_TURNS };
  return { budget, end: () => void (budget.turnsLeft = Infinity) };
}

/** Gives each part of a streamed response a separate budget, so that any number of parts can be sent. */
export const withOwnTimeBudget = <T>(callback: () => Promise<T>): Promise<T> =>
  runFor({ id: "part", name: "part", ...getCurrentWork(), budget: createTimeBudget().budget }, callback);
