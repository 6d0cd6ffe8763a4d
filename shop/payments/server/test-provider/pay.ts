import { eq, and, lte, sql } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { generateUuid } from "#platform/ids.ts";
import { testEventDue } from "../../events.ts";
import { canPay, lockSession } from "./session.ts";
import { type SessionRow, testPaymentSession } from "./tables.ts";
import type { BankAnswer } from "./test-cards.ts";

export type Attempt = "captured" | "processing" | "failed" | "otp" | "not-payable";

/** Pays a session. Repeated clicks on the button pay only once. */
export const pay = (
  context: Context,
  sessionId: string,
  method: "card" | "upi",
  bankAnswer: BankAnswer,
): Promise<Attempt> =>
  context.transact(async (tx) => {
    const session = await lockSession(tx, sessionId);
    if (!session || !canPay(session, context.now())) return "not-payable";
    const change = (values: Partial<SessionRow>) =>
      tx
        .update(testPaymentSession)
        .set({ method, ...values })
        .where(eq(testPaymentSession.id, sessionId));
    const now = context.now();
    switch (bankAnswer.kind) {
      case "captured": {
        const { webhooks, refusesRefund = false } = bankAnswer;
        await change({ state: "captured", capturedAt: now, failure: null, refusesRefund });
        if (webhooks !== "lost") await notifyLater(context, tx, sessionId, "captured");
        if (webhooks !== "shuffled") return "captured";
        await notifyLater(context, tx, sessionId, "failed", "An earlier attempt failed.");
        await notifyLater(context, tx, sessionId, "captured");
        return "captured";
      }
      case "later": {
        const capturesAt = new Date(now.getTime() + bankAnswer.afterMs);
        await change({ state: "processing", capturesAt, failure: null });
        await notifyLater(context, tx, sessionId, "processing");
        return "processing";
      }
      case "otp":
        await change({ state: "otp" });
        return "otp";
      case "declined":
        await change({ state: "open", failure: bankAnswer.reason });
        await notifyLater(context, tx, sessionId, "failed", bankAnswer.reason);
        return "failed";
    }
  });

/** Schedules an event for the shop. `onTestEventDue` sends it until the shop accepts it. */
function notifyLater(
  context: Context,
  tx: Tx,
  sessionId: string,
  fact: "captured" | "processing" | "failed",
  reason?: string,
) {
  return context.outbox.publish(tx, testEventDue, {
    eventId: generateUuid(),
    sessionId,
    fact,
    ...(reason !== undefined && { reason }),
  });
}

export const settleTestPayments = (context: Context): Promise<void> =>
  context.transact(async (tx) => {
    const now = context.now();
    const due = tx
      .select({ id: testPaymentSession.id })
      .from(testPaymentSession)
      .where(and(eq(testPaymentSession.state, "processing"), lte(testPaymentSession.capturesAt, now)))
      .for("update", { skipLocked: true });
    const updated = await tx
      .update(testPaymentSession)
      .set({ state: "captured", capturedAt: now })
      .where(sql`${testPaymentSession.id} = any(array(${due}))`)
      .returning({ id: testPaymentSession.id });
    for (const { id } of updated) await notifyLater(context, tx, id, "captured");
  });
