import pg from "pg";
import { dropConnection } from "./client-connection.ts";
import { getWork, runFor, type TimeBudget } from "../observe/current-work.ts";

/** Time is counted in turns of the event loop, so that a blocked process does not make answers look late. */
export const TURN_MS = 250;
/** Number of turns without an answer after which none will come. */
export const ANSWER_TURNS = 15;
const SIGN_OF_LIFE_TURNS = 4;

/** Ends the connections of a pool whose query stays unanswered. */
export interface QueryWatchdog {
  over(client: pg.PoolClient): void;
  /** Whether a connection that has rested still answers. */
  isAlive(client: pg.PoolClient): Promise<boolean>;
  stop(): void;
}

interface Listeners {
  /** The server has answered a query, if only by a refusal. */
  answered(): void;
  /** It has not, and its connection was ended. */
  unanswered(): void;
  /** The patiences of those who wait for a connection. */
  waiting(): Iterable<TimeBudget | undefined>;
  /** Called after each turn. */
  turn(): void;
}

/**
 * Else the caller that has such a connection would wait on it once more, with ROLLBACK, and then return it to the pool. Ends
 * them also when the call that asks has waited long enough in all; that says nothing about the server.
 */
export function createQueryWatchdog(listener: Listeners): QueryWatchdog {
  const unanswered: Unanswered = new Map();
  const turn = setInterval(() => {
    countTurn([...[...unanswered.values()].map(({ budget }) => budget), ...listener.waiting()]);
    endLate(unanswered, listener);
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
    stop: () => clearInterval(turn),
  };
}

/** The queries that were sent over each connection and have no answer yet; the answers come one after the other. */
type Unanswered = Map<pg.PoolClient, { queries: number; turnsLeft: number; budget: TimeBudget | undefined }>;

const begin = (unanswered: Unanswered, client: pg.PoolClient) =>
  unanswered.set(client, {
    queries: (unanswered.get(client)?.queries ?? 0) + 1,
    turnsLeft: ANSWER_TURNS,
    budget: getTimeBudget(),
  });

function end(unanswered: Unanswered, client: pg.PoolClient): void {
  const sent = unanswered.get(client);
  if (!sent) return;
  sent.turnsLeft = ANSWER_TURNS;
  if (--sent.queries === 0) unanswered.delete(client);
}

function endLate(unanswered: Unanswered, listener: Listeners): void {
  for (const [client, query] of unanswered) {
    const isLate = query.turnsLeft-- <= 0;
    if (!isLate && !isTimeSpent(query.budget)) continue;
    unanswered.delete(client);
    dropConnection(client);
    if (isLate) listener.unanswered();
  }
}

/** Replaces the connection's `query`, in both of its forms: with a callback, as the pool calls it, and with a promise. */
function watchQueries(client: pg.PoolClient, unanswered: Unanswered, listener: Listeners): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const settled = (cause?: unknown) => {
    end(unanswered, client);
    if (!cause || cause instanceof pg.DatabaseError) listener.answered();
  };
  const watched = (...args: unknown[]) => {
    const callback = args.at(-1);
    begin(unanswered, client);
    if (typeof callback === "function") {
      const heard = (...given: unknown[]) => {
        settled(given[0]);
        callback(...given);
      };
      return query(...args.slice(0, -1), heard);
    }
    const answer = query(...args);
    if (answer instanceof Promise) answer.then(() => settled(), settled);
    else settled();
    return answer;
  };
  client.query = watched as typeof client.query;
}

/** One turn more than a single query may take, so that the query's own timeout is detected first. */
const BUDGET_TURNS = 17;

/** The time budget of the call on whose behalf this runs, if there is one. */
export const getTimeBudget = (): TimeBudget | undefined => getWork()?.budget;

export const isTimeSpent = (budget: TimeBudget | undefined): boolean =>
  budget !== undefined && budget.turnsLeft <= 0;

/** One turn has passed for all who wait now; who waits for several things at once has waited once. */
function countTurn(waiting: Iterable<TimeBudget | undefined>): void {
  for (const budget of new Set(waiting)) if (budget) budget.turnsLeft--;
}

/** The budget of a new call. After `end` it is never spent: nobody waits any more for the work the call left behind. */
export function createTimeBudget(): { budget: TimeBudget; end(): void } {
  const budget = { turnsLeft: BUDGET_TURNS };
  return { budget, end: () => void (budget.turnsLeft = Infinity) };
}

/**
 * Gives one part of an answer that is sent in parts its own budget: it waits as long as a call may, however many there
 * are.
 */
export const withOwnTimeBudget = <T>(work: () => Promise<T>): Promise<T> =>
  runFor({ id: "part", name: "part", ...getWork(), budget: createTimeBudget().budget }, work);
