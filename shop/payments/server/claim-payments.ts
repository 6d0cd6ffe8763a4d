import { and, asc, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { payment, type PaymentRow } from "./tables.ts";

const AT_ONCE = 50;

/** Takes those longest not asked about; what another process takes at this moment is left to it. */
export function claimPayments(
  { db, now }: Context,
  againAfterMs: number,
  which: SQL | undefined,
): Promise<PaymentRow[]> {
  const moment = now();
  const notSince = new Date(moment.getTime() - againAfterMs);
  const due = db
    .select({ id: payment.id })
    .from(payment)
    .where(and(which, or(isNull(payment.lastCheckedAt), lte(payment.lastCheckedAt, notSince))))
    .orderBy(sql`${payment.lastCheckedAt} nulls first`, asc(payment.id))
    .limit(AT_ONCE)
    .for("update", { skipLocked: true });
  return db
    .update(payment)
    .set({ lastCheckedAt: moment })
    .where(sql`${payment.id} = any(array(${due}))`)
    .returning();
}
