import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { refundReference } from "../refund.ts";
import { applyRefund, type RefundOutcome } from "./apply-refund.ts";
import { getHoldingProvider } from "./open-payments.ts";
import { countRefund } from "./payment-counts.ts";
import { assertAbout } from "./provider.ts";
import { payment, refund } from "./tables.ts";

/**
 * Asks the provider for a refund, or how it stands: with the same reference that is the same question.
 * Outside any transaction, because it waits. @throws ProviderUnavailable
 */
export async function sendRefund(context: Context, refundId: string): Promise<RefundOutcome> {
  const [found] = await context.db
    .select({
      refund,
      sessionId: payment.sessionId,
      provider: payment.provider,
      currency: payment.currency,
      paymentId: payment.capturedAs,
    })
    .from(refund)
    .innerJoin(payment, eq(payment.orderId, refund.orderId))
    .where(eq(refund.id, refundId));
  if (!found || found.refund.status !== "Pending" || found.sessionId === null) return "unchanged";
  const provider = getHoldingProvider(context, found);
  const request = {
    sessionId: found.sessionId,
    reference: refundReference(found.refund),
    amountPaise: found.refund.amount,
    currency: found.currency,
    paymentId: found.paymentId,
  };
  const state = await provider.refund(request);
  assertAbout(request, state);
  const outcome = await context.transact((tx) => applyRefund(context, tx, provider.name, state));
  countRefund(outcome);
  return outcome;
}
