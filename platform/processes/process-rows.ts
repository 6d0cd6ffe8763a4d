import { sql } from "drizzle-orm";
import { SECOND } from "#contract/time.ts";
import type { Tx } from "../database/database.ts";
import { shopProcess } from "../database/tables.ts";

export type ProcessRow = typeof shopProcess.$inferSelect;

export type Registered = Omit<ProcessRow, "seenAt">;

/** After so long without a word a process is taken for dead. */
const DEAD_AFTER_MS = 10 * SECOND;

/** By the database's clock, which all of them have in common. */
export const IS_OPEN = `seen_at > clock_timestamp() - interval '${DEAD_AFTER_MS / SECOND} seconds'`;

export const isOpen = sql.raw(IS_OPEN);

export const listOpen = (db: Pick<Tx, "select">): Promise<ProcessRow[]> =>
  db.select().from(shopProcess).where(isOpen).orderBy(shopProcess.startedAt, shopProcess.id);

const seenAt = sql`clock_timestamp()`;

export const say = (db: Pick<Tx, "insert">, own: Registered) =>
  db
    .insert(shopProcess)
    .values({ ...own, seenAt })
    .onConflictDoUpdate({ target: shopProcess.id, set: { seenAt } });
