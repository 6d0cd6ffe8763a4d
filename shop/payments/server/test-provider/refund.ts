import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { generateUuid } from "#platform/ids.ts";
import { testRefundEventDue } from "../../events.ts";
import { CURRENCY } from "../../payment.ts";
import type { RefundRequest, RefundState } from "../provider.ts";
import { lockSession } from "./session.ts";
import { testPaymentRefund, type TestRefundRow } from "./tables.ts";

/** Creates only one refund for each reference. Null if the amount exceeds the payment. */
export const createRefund = (
  context: Context,
  { sessionId, reference, amountPaise }: Omit<RefundRequest, "known">,
): Promise<TestRefundRow | null> =>
  context.transact(async (tx) => {
    const session = await lockSession(tx, sessionId);
    if (!session || session.state !== "captured") return null;
    const earlier = await tx
      .select()
      .from(testPaymentRefund)
      .where(eq(testPaymentRefund.sessionId, sessionId));
    const existing = earlier.find((refund) => refund.reference === reference);
    if (existing) return existing;
    const value = earlier
      .filter(({ failure }) => failure === null)
      .reduce((sum, { amount }) => sum + amount, 0);
    if (value + amountPaise > session.amount) return null;

    const isRefused = session.refusesRefund && earlier.length === 0;
    const refund = {
      id: `refund_${randomBytes(12).toString("base64url")}`,
      sessionId,
      reference,
      amount: amountPaise,
      failure: isRefused ? "The customer's bank refused the refund." : null,
      createdAt: context.now(),
    };
    await tx.insert(testPaymentRefund).values(refund);
    await context.outbox.publish(tx, testRefundEventDue, { eventId: generateUuid(), refundId: refund.id });
    return refund;
  });

export async function findRefund({ db }: Context, id: string): Promise<TestRefundRow | null> {
  const [refund] = await db.select().from(testPaymentRefund).where(eq(testPaymentRefund.id, id));
  return refund ?? null;
}

export const toRefundState = ({ id, sessionId, reference, amount, failure }: TestRefundRow): RefundState => ({
  refundId: id,
  sessionId,
  reference,
  fact: failure === null ? "processed" : "failed",
  amountPaise: amount,
  currency: CURRENCY,
  ...(failure !== null && { reason: failure }),
});
