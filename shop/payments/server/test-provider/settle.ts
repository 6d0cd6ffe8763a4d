import { and, eq, lte, sql } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { notifyLater } from "./pay.ts";
import { testPaymentSession } from "./tables.ts";

/** Payments that take their time: captures those whose time has come. */
export const settleTestPayments = (context: Context): Promise<void> =>
  context.transact(async (tx) => {
    const now = context.now();
    const due = tx
      .select({ id: testPaymentSession.id })
      .from(testPaymentSession)
      .where(and(eq(testPaymentSession.state, "processing"), lte(testPaymentSession.capturesAt, now)))
      .for("update", { skipLocked: true });
    const settled = await tx
      .update(testPaymentSession)
      .set({ state: "captured", capturedAt: now })
      .where(sql`${testPaymentSession.id} = any(array(${due}))`)
      .returning({ id: testPaymentSession.id });
    for (const { id } of settled) await notifyLater(context, tx, id, "captured");
  });
