import { eq, and, ne, sql } from "drizzle-orm";
import { formatRupees } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import { generateUuid } from "#platform/ids.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { refundRequested, refundProcessed } from "../events.ts";
import { hasMoney } from "../payment.ts";
import { type RefundReason, refundReference, readRefundReference, refundStatusAfter } from "../refund.ts";
import { type RefundOutcome, countRefund } from "./outcomes.ts";
import { flagPayment } from "./payments.ts";
import { assertAbout, type RefundState } from "./provider.ts";
import { getHoldingProvider } from "./providers.ts";
import { payment, refund, type RefundRow, type PaymentRow } from "./tables.ts";

interface NewRefund {
  /** The readable one. */
  orderId: string;
  reason: RefundReason;
  /** More than 0, and no more than was paid. */
  amountPaise: number;
  /** It was sent back by the owner, under this reference: no provider is asked. */
  byHand?: string | undefined;
}

/**
 * Sends money back after this transaction: once for each order and reason, however often it is asked for; what was
 * sent may come back in several parts. Returns the refund's id. @throws Error when that money never came, or has gone back already;
 * CommandRefused when the order has a refund under the same reference.
 */
export async function askRefund(
  context: Context,
  tx: Tx,
  { orderId, reason, amountPaise, byHand }: NewRefund,
): Promise<string> {
  const [paid] = await tx.select().from(payment).where(eq(payment.orderId, orderId)).for("update");
  if (!paid || !hasMoney(paid.status)) throw new Error(`${orderId} was never paid, so nothing can go back.`);
  const earlier = await tx.select().from(refund).where(eq(refund.orderId, orderId));
  const same = earlier.find((one) => one.reason === reason);
  if (same && reason !== "return") return same.id;
  const reused =
    byHand === undefined ? undefined : earlier.find((one) => isSameReference(one.providerId, byHand));
  if (reused)
    throw new CommandRefused(
      `${formatRupees(reused.amount)} of ${orderId} went back under "${reused.providerId}" already, and nothing was recorded now. Did you send money again? Then say the reference of that payment: --by-hand "…"`,
    );
  const gone = earlier.reduce((sum, { amount }) => sum + amount, 0);
  if (gone + amountPaise > paid.amount) throw new Error(`${orderId} was not paid that much.`);

  const now = context.now();
  const refundId = generateUuid(now.getTime());
  await tx.insert(refund).values({
    id: refundId,
    orderId,
    reason,
    amount: amountPaise,
    status: byHand === undefined ? "Pending" : "Processed",
    attempt: 1,
    createdAt: now,
    updatedAt: now,
    ...(byHand !== undefined && { providerId: byHand, processedAt: now }),
  });
  await tx
    .update(payment)
    .set({ status: "Refunding", statusBefore: paid.status, updatedAt: now })
    .where(eq(payment.id, paid.id));
  if (byHand === undefined) await context.outbox.publish(tx, refundRequested, { refundId });
  else
    await noteProcessed(
      context,
      tx,
      { ...paid, status: "Refunding" },
      { id: refundId, orderId, reason, amount: amountPaise },
    );
  return refundId;
}

/** A bank's reference is typed with spaces or without, in any case. */
const isSameReference = (one: string | null, other: string): boolean =>
  one !== null && toComparable(one) === toComparable(other);

const toComparable = (reference: string): string =>
  reference
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** The refunds of an order, by the readable id. */
export const listRefunds = (db: Db, orderId: string): Promise<RefundRow[]> =>
  db.select().from(refund).where(eq(refund.orderId, orderId)).orderBy(refund.id);

/** Sends it at once; while the provider does not answer, this and the watch ask again. */
export const onRefundRequested = defineSubscriber(
  refundRequested,
  "payments.send-refund",
  async (context, { refundId }) => {
    await sendRefund(context, refundId);
  },
);

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

/**
 * Applies a provider's news of a refund, from a webhook or an answer, as `applyFact` does for payments. Refunds the
 * shop never asked for, and amounts it did not ask for, are flagged for the operator.
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
  await noteProcessed(context, tx, paid, row);
  return status;
}

/** A refund has gone back; the payment is Refunded once no other is on its way. */
async function noteProcessed(
  context: Context,
  tx: Tx,
  paid: PaymentRow,
  {
    orderId,
    id: refundId,
    reason,
    amount: amountPaise,
  }: Pick<RefundRow, "orderId" | "id" | "reason" | "amount">,
): Promise<void> {
  const open = await listOpen(tx, orderId);
  const hasFailed = open.some((other) => other.status === "Failed");
  await tx
    .update(payment)
    .set({
      status: open.length > 0 ? "Refunding" : "Refunded",
      statusBefore: paid.status,
      updatedAt: context.now(),
      ...(!hasFailed && { flag: null }),
    })
    .where(eq(payment.id, paid.id));
  await context.outbox.publish(tx, refundProcessed, { orderId, refundId, reason, amountPaise });
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
