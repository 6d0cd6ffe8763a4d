import { and, eq, ne } from "drizzle-orm";
import { formatRupees } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { refundProcessed } from "../events.ts";
import { flagPayment } from "./flag-payment.ts";
import { readRefundReference, refundStatusAfter, type RefundStatus } from "../refund.ts";
import type { RefundState } from "./provider.ts";
import { payment, type PaymentRow, refund, type RefundRow } from "./tables.ts";

export type RefundOutcome = "unknown-session" | "unknown-refund" | "mismatch" | "unchanged" | RefundStatus;

/**
 * As `applyFact`, for money that goes back: whatever a provider says of a refund, webhook or answer, ends here.
 * What the shop never asked for, and amounts it did not ask for, are flagged for the operator.
 */
export async function applyRefund(
  context: Context,
  tx: Tx,
  provider: string,
  state: RefundState,
): Promise<RefundOutcome> {
  const [paid] = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.provider, provider), eq(payment.sessionId, state.sessionId)))
    .for("update");
  if (!paid) return "unknown-session";
  const found = await lockRefund(tx, paid, state.reference);
  if (!found) {
    await flagPayment(context, tx, paid, "the provider speaks of a refund nobody asked for");
    return "unknown-refund";
  }
  if (state.amountPaise !== found.row.amount || state.currency !== paid.currency) {
    await flagPayment(
      context,
      tx,
      paid,
      `the provider gave back ${state.amountPaise} paise, not ${found.row.amount}`,
    );
    return "mismatch";
  }
  // The end of an earlier attempt says nothing about this one, unless the money went after all.
  if (state.fact === "failed" && found.attempt !== found.row.attempt) return "unchanged";
  return changeRefundStatus(context, tx, paid, found.row, state);
}

async function changeRefundStatus(
  context: Context,
  tx: Tx,
  paid: PaymentRow,
  row: RefundRow,
  { fact, refundId: providerId, reason }: RefundState,
): Promise<RefundOutcome> {
  const status = refundStatusAfter(row.status, fact);
  if (status === null) return "unchanged";
  const now = context.now();
  const failure = status === "Failed" ? (reason ?? "The provider refused it.") : null;
  await tx
    .update(refund)
    .set({
      status,
      providerId: providerId || null,
      failure,
      updatedAt: now,
      ...(status === "Processed" && { processedAt: now }),
    })
    .where(eq(refund.id, row.id));
  if (failure !== null) {
    await flagPayment(context, tx, paid, `the refund of ${formatRupees(row.amount)} failed: ${failure}`);
    return status;
  }
  const open = await listOpen(tx, row.orderId);
  const hasFailed = open.some((other) => other.status === "Failed");
  await tx
    .update(payment)
    .set({
      status: open.length > 0 ? "Refunding" : "Refunded",
      statusBefore: paid.status,
      updatedAt: now,
      ...(!hasFailed && { flag: null }),
    })
    .where(eq(payment.id, paid.id));
  const { orderId, id: refundId, reason: why, amount: amountPaise } = row;
  await context.outbox.publish(tx, refundProcessed, { orderId, refundId, reason: why, amountPaise });
  return status;
}

/** The other refunds of an order that have not ended well yet. */
const listOpen = (tx: Tx, orderId: string) =>
  tx
    .select({ status: refund.status })
    .from(refund)
    .where(and(eq(refund.orderId, orderId), ne(refund.status, "Processed")));

async function lockRefund(
  tx: Tx,
  { orderId }: PaymentRow,
  reference: string,
): Promise<{ row: RefundRow; attempt: number } | null> {
  const meant = readRefundReference(reference);
  if (!meant) return null;
  const [row] = await tx
    .select()
    .from(refund)
    .where(and(eq(refund.id, meant.id), eq(refund.orderId, orderId)))
    .for("update");
  return row && meant.attempt <= row.attempt ? { row, attempt: meant.attempt } : null;
}
