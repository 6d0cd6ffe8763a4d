import { and, eq, sql } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { refundRequested } from "../events.ts";
import { payment, refund } from "./tables.ts";

/** Asks for a failed refund again, as the same refund's next attempt; false when none has failed. */
export const retryRefund = (context: Context, orderId: string): Promise<boolean> =>
  context.transact(async (tx) => {
    // The payment first, as everywhere: the one that brings news of the refund holds it too.
    await tx.select({ id: payment.id }).from(payment).where(eq(payment.orderId, orderId)).for("update");
    const again = await tx
      .update(refund)
      .set({
        status: "Pending",
        attempt: sql`${refund.attempt} + 1`,
        failure: null,
        lastCheckedAt: null,
        updatedAt: context.now(),
      })
      .where(and(eq(refund.orderId, orderId), eq(refund.status, "Failed")))
      .returning({ id: refund.id });
    for (const { id } of again) await context.outbox.publish(tx, refundRequested, { refundId: id });
    return again.length > 0;
  });
