import type pg from "pg";
import type { TimeBudget } from "./call-time-budget.ts";

/** Nothing comes back from the server, and nothing says why: neither a refusal nor the end of a connection. */
export class DatabaseSilent extends Error {
  override readonly name = "DatabaseSilent";
  readonly code = "ETIMEDOUT";

  constructor() {
    super("The database server does not answer.");
  }
}

/** Those who wait for a connection. */
interface WaitingCalls {
  count(): number;
  budgets(): Iterable<TimeBudget | undefined>;
  /** The connection that is on its way; it goes back when its caller was refused meanwhile. @throws DatabaseSilent */
  until(coming: Promise<pg.PoolClient>, budget: TimeBudget | undefined): Promise<pg.PoolClient>;
  /** Refuses all of them, or those that are meant. */
  refuse(isRefused?: (budget?: TimeBudget) => boolean): void;
}

export function createWaitingCalls(): WaitingCalls {
  const refusals = new Map<(cause: Error) => void, TimeBudget | undefined>();
  return {
    count: () => refusals.size,
    budgets: () => refusals.values(),
    until: (coming, budget) =>
      new Promise((resolve, reject) => {
        refusals.set(reject, budget);
        coming.then(
          (client) => (refusals.delete(reject) ? resolve(client) : client.release()),
          (cause: Error) => {
            if (refusals.delete(reject)) reject(cause);
          },
        );
      }),
    refuse(isRefused = () => true) {
      for (const [refuse, budget] of refusals) {
        if (!isRefused(budget)) continue;
        refusals.delete(refuse);
        refuse(new DatabaseSilent());
      }
    },
  };
}
