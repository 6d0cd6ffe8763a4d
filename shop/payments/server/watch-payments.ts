import { and, asc, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { SECOND } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { askProvider } from "./ask-provider.ts";
import { closePayment } from "./close-payment.ts";
import { ProviderUnavailable } from "./provider.ts";
import { payment, type PaymentRow } from "./tables.ts";

/** How often a payment is asked about. */
export const WATCH_EVERY_MS = 30 * SECOND;
const AT_ONCE = 50;

/**
 * Looks after the payments that are open: asks the provider, in case its webhook was lost, and ends those whose
 * time is over. Returns how many it looked at.
 */
export async function watchPayments(context: Context): Promise<number> {
  const rows = await claimOpen(context);
  for (const row of rows) {
    try {
      if (row.expiresAt <= context.now()) await closePayment(context, row.orderId);
      else await askProvider(context, row);
    } catch (cause) {
      if (!(cause instanceof ProviderUnavailable)) throw cause;
      context.log.warn(
        { err: cause, orderId: row.orderId },
        "the provider could not be asked; the next round will",
      );
    }
  }
  return rows.length;
}

/** Those longest not asked about; several processes share the work. */
function claimOpen({ db, now }: Context): Promise<PaymentRow[]> {
  const moment = now();
  const due = db
    .select({ id: payment.id })
    .from(payment)
    .where(
      and(
        inArray(payment.status, ["Pending", "Failed"]),
        or(isNotNull(payment.sessionId), lte(payment.expiresAt, moment)),
        or(
          isNull(payment.askedAt),
          lte(payment.askedAt, new Date(moment.getTime() - WATCH_EVERY_MS + SECOND)),
        ),
      ),
    )
    .orderBy(sql`${payment.askedAt} nulls first`, asc(payment.id))
    .limit(AT_ONCE)
    .for("update", { skipLocked: true });
  return db
    .update(payment)
    .set({ askedAt: moment })
    .where(sql`${payment.id} = any(array(${due}))`)
    .returning();
}
