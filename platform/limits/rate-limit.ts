import { eq, lte, sql } from "drizzle-orm";
import type { Db, Tx } from "../database/database.ts";
import { defineStatement } from "../database/statement.ts";
import { rateLimit } from "../database/tables.ts";

/** `burst` at once, and as many again spread over every `perMs` milliseconds. */
export interface Limit {
  burst: number;
  perMs: number;
}

export interface LimitAnswer {
  allowed: boolean;
  /** Milliseconds until the next one is allowed; 0 when this one was. */
  retryAfterMs: number;
}

/** `$1` key, `$2` now, `$3` seconds until one more is allowed, `$4` the latest `full_at` that still allows one. */
const countUse = defineStatement<[string, Date, number, Date], { allowed: boolean; full_at: Date }>(`
  insert into rate_limit (key, full_at, allowed)
    values ($1, $2::timestamptz + make_interval(secs => $3::double precision), true)
    on conflict (key) do update set
      allowed = rate_limit.full_at <= $4::timestamptz,
      full_at = case when rate_limit.full_at <= $4
        then greatest(rate_limit.full_at, $2) + make_interval(secs => $3) else rate_limit.full_at end
    returning allowed, full_at`);

/**
 * Counts one use of `key` if the limit allows it (GCRA). One statement, so it is exact however many ask at once
 * and from however many processes. A refused use costs nothing. Keys name what they limit: `login:account:<id>`.
 */
export async function consumeLimit(
  db: Db | Tx,
  key: string,
  { burst, perMs }: Limit,
  now: Date,
): Promise<LimitAnswer> {
  const oneMs = perMs / burst;
  const latest = new Date(now.getTime() + perMs - oneMs);
  const [row] = await countUse(db, key, now, oneMs / 1_000, latest);
  if (!row || row.allowed) return { allowed: true, retryAfterMs: 0 };
  return { allowed: false, retryAfterMs: Math.max(1, Math.ceil(row.full_at.getTime() - latest.getTime())) };
}

/** Gives one use back, e.g. to a login that succeeded where only failures count. */
export async function undoConsume(db: Db, key: string, { burst, perMs }: Limit): Promise<void> {
  await db
    .update(rateLimit)
    .set({ fullAt: sql`${rateLimit.fullAt} - ${toIntervalSql(perMs / burst)}` })
    .where(eq(rateLimit.key, key));
}

/** Forgets every use of a key. */
export async function deleteLimit(db: Db, key: string): Promise<void> {
  await db.delete(rateLimit).where(eq(rateLimit.key, key));
}

/** Drops the keys whose burst is whole again: they say nothing. For the schedule. */
export async function deleteFullLimits(db: Db, now: Date): Promise<void> {
  await db.delete(rateLimit).where(lte(rateLimit.fullAt, now));
}

const toIntervalSql = (count: number) => sql`make_interval(secs => ${count / 1000}::double precision)`;
