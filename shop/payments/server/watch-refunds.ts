import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import { SECOND } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { ProviderUnavailable } from "./provider.ts";
import { sendRefund } from "./send-refund.ts";
import { refund } from "./tables.ts";
import { WATCH_EVERY_MS } from "./watch-payments.ts";

const AT_ONCE = 50;

/** Looks after the refunds that have not ended yet, in case the provider's news was lost. Returns how many those were. */
export async function watchRefunds(context: Context): Promise<number> {
  const rows = await claimOpen(context);
  for (const { id, orderId } of rows) {
    try {
      await sendRefund(context, id);
    } catch (cause) {
      if (!(cause instanceof ProviderUnavailable)) throw cause;
      context.log.warn(
        { err: cause, orderId },
        "the provider could not be asked for a refund; the next round will",
      );
    }
  }
  return rows.length;
}

function claimOpen({ db, now }: Context) {
  const moment = now();
  const due = db
    .select({ id: refund.id })
    .from(refund)
    .where(
      and(
        eq(refund.status, "Pending"),
        or(isNull(refund.askedAt), lte(refund.askedAt, new Date(moment.getTime() - WATCH_EVERY_MS + SECOND))),
      ),
    )
    .orderBy(sql`${refund.askedAt} nulls first`, asc(refund.id))
    .limit(AT_ONCE)
    .for("update", { skipLocked: true });
  return db
    .update(refund)
    .set({ askedAt: moment })
    .where(sql`${refund.id} = any(array(${due}))`)
    .returning({ id: refund.id, orderId: refund.orderId });
}
