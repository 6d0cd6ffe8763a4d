import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { isDatabaseAway } from "./database-errors.ts";
import { getSqlState } from "./sql-state.ts";

/** What PgBouncer says to the settings that the shop gives a connection to the server. */
export const REFUSED_BY_POOLER = "08P01";

const ASK_EVERY_MS = 500;
const SAY_EVERY_MS = 30_000;

/**
 * Waits, without an end, until the database answers: after a power cut, or started by the same script, it may come
 * up later than the shop. `step` receives the reason. A refusal that does not pass by itself is thrown: a wrong password, a
 * database that does not exist, PgBouncer in the server's place.
 */
export async function awaitDatabase(
  pool: Pick<pg.Pool, "query">,
  step: (message: string) => void,
): Promise<void> {
  let last = { reason: "", at: 0 };
  for (;;) {
    try {
      await pool.query("select 1");
      return;
    } catch (cause) {
      if (!isDatabaseAway(cause) || getSqlState(cause) === REFUSED_BY_POOLER) throw cause;
      const reason = getReason(cause as NodeJS.ErrnoException);
      if (reason !== last.reason || performance.now() - last.at > SAY_EVERY_MS) {
        step(`The PostgreSQL server of DATABASE_URL does not answer yet (${reason}). Waiting for it`);
        last = { reason, at: performance.now() };
      }
    }
    await pause(ASK_EVERY_MS);
  }
}

/** A name with several addresses fails with all their errors, and without words of its own. */
const getReason = ({ message, code = "" }: NodeJS.ErrnoException) => message || code;
