import type pg from "pg";
import { getTimeBudget, isTimeSpent } from "./call-time-budget.ts";
import type { Log } from "../observe/log.ts";
import { createServerProbe } from "./server-probe.ts";
import { createHealthyConnections } from "./healthy-connections.ts";
import { createWaitingCalls, DatabaseSilent } from "./waiting-calls.ts";
import { ANSWER_TURNS, createQueryWatchdog } from "./query-watchdog.ts";

/**
 * Lets no one wait on connections that the network swallowed. A query without an answer for four seconds takes its
 * connection along; then every connection made before is replaced, and the server is probed. While the probe stays
 * unanswered too, a request for a connection is refused at once. So is who waits for one while no one at all has been
 * answered for four seconds; a long queue that moves is not silence. Anyone who asks on behalf of a call that has waited long
 * enough in all is refused too (`followRequests`).
 */
export function guardPool(pool: pg.Pool, url: string, log: Log): { stop(): void } {
  const waiting = createWaitingCalls();
  const probe = createServerProbe(url, log, () => waiting.refuse());
  let turnsWithoutAnswer = 0;
  const heard = () => {
    turnsWithoutAnswer = 0;
  };
  const suspect = () => {
    connections.distrust();
    probe.begin();
  };
  const watch = createQueryWatchdog({
    answered: heard,
    unanswered: suspect,
    waiting: waiting.budgets,
    turn() {
      waiting.refuse(isTimeSpent);
      turnsWithoutAnswer = waiting.count() > 0 ? turnsWithoutAnswer + 1 : 0;
      if (turnsWithoutAnswer <= ANSWER_TURNS) return;
      waiting.refuse();
      suspect();
    },
  });
  const connections = createHealthyConnections(pool, watch, heard);
  pool.connect = withCallback(async () => {
    const budget = getTimeBudget();
    if (probe.isSilent() || isTimeSpent(budget)) throw new DatabaseSilent();
    return waiting.until(connections.take(), budget);
  });
  return {
    stop() {
      probe.stop();
      watch.stop();
    },
  };
}

/** In both forms that `pg` knows: with a promise, and with a callback. */
function withCallback(connect: () => Promise<pg.PoolClient>): pg.Pool["connect"] {
  const guarded = (callback?: ConnectCallback) => {
    const client = connect();
    if (!callback) return client;
    client.then(
      (given) => callback(undefined, given, given.release),
      (cause: Error) => callback(cause, undefined, () => {}),
    );
    return undefined;
  };
  return guarded as pg.Pool["connect"];
}

type ConnectCallback = (
  cause: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void;
