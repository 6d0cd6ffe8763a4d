import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { sendRefund } from "./send-refund.ts";
import { refund } from "./tables.ts";
import { ASK_AGAIN_AFTER_MS, askAll, type Round } from "./watch-payments.ts";

const AT_ONCE = 50;

/** Looks after the refunds that have not ended yet, in case the provider's news was lost. */
export async function watchRefunds(context: Context): Promise<Round> {
  return askAll(context, await claimOpenRefunds(context), ({ id }) => sendRefund(context, id));
}

function claimOpenRefunds({ db, now }: Context) {
  const moment = now();
  const due = db
    .select({ id: refund.id })
    .from(refund)
    .where(
      and(
        eq(refund.status, "Pending"),
        or(
          isNull(refund.lastCheckedAt),
          lte(refund.lastCheckedAt, new Date(moment.getTime() - ASK_AGAIN_AFTER_MS)),
        ),
      ),
    )
    .orderBy(sql`${refund.lastCheckedAt} nulls first`, asc(refund.id))
    .limit(AT_ONCE)
    .for("update", { skipLocked: true });
  return db
    .update(refund)
    .set({ lastCheckedAt: moment })
    .where(sql`${refund.id} = any(array(${due}))`)
    .returning({ id: refund.id, orderId: refund.orderId });
}
