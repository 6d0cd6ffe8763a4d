import type pg from "pg";
import type { Patience } from "./call-patience.ts";

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
  patiences(): Iterable<Patience | undefined>;
  /** The connection that is on its way; it goes back when its caller was refused meanwhile. @throws DatabaseSilent */
  until(coming: Promise<pg.PoolClient>, patience: Patience | undefined): Promise<pg.PoolClient>;
  /** Refuses all of them, or those that are meant. */
  refuse(isRefused?: (patience?: Patience) => boolean): void;
}

export function createWaitingCalls(): WaitingCalls {
  const refusals = new Map<(cause: Error) => void, Patience | undefined>();
  return {
    count: () => refusals.size,
    patiences: () => refusals.values(),
    until: (coming, patience) =>
      new Promise((resolve, reject) => {
        refusals.set(reject, patience);
        coming.then(
          (client) => (refusals.delete(reject) ? resolve(client) : client.release()),
          (cause: Error) => {
            if (refusals.delete(reject)) reject(cause);
          },
        );
      }),
    refuse(isRefused = () => true) {
      for (const [refuse, patience] of refusals) {
        if (!isRefused(patience)) continue;
        refusals.delete(refuse);
        refuse(new DatabaseSilent());
      }
    },
  };
}
