import { eq, and, ne, sql } from "drizzle-orm";
import { formatRupeesGrouped, type Paise } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import { generateUuid } from "#platform/ids.ts";
import { refuseIf } from "#platform/operator/command.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { paymentNeedsOwner, refundFound, refundProcessed, refundRequested } from "../events.ts";
import { wasPaid, isByHand } from "../payment.ts";
import { type RefundReason, refundReference, readRefundReference, refundStatusAfter } from "../refund.ts";
import { type RefundOutcome, countRefund } from "./outcomes.ts";
import {
  describeDifference,
  hasFindingAbout,
  recordFinding,
  UNRELATED_PAYMENT_KINDS,
  settleFindings,
} from "./findings.ts";
import { assertAbout, ProviderUnavailable, type RefundState } from "./provider.ts";
import { changePayment, hasSessionId } from "./payments.ts";
import { getProviderOfPayment } from "./providers.ts";
import { payment, refund, type RefundRow, type PaymentRow } from "./tables.ts";

interface NewRefund {
  orderId: string;
  reason: RefundReason;
  /** Must be more than 0, and at most the amount paid minus earlier refunds. */
  amountPaise: number;
  /** The reference of a refund that the owner has already sent. If it is set, the provider is not called. */
  byHand?: string | undefined;
}

/**
 * Stores a refund and returns its id. A subscriber sends it to the provider later, unless the owner sends or has sent
 * the money. Except for `return`, each order has one refund per reason. @throws Error if the order was never paid
 * @throws CommandRefused if the amount is too high or the reference was used before
 */
export async function requestRefund(
  context: Context,
  tx: Tx,
  { orderId, reason, amountPaise, byHand }: NewRefund,
): Promise<string> {
  const [paid] = await tx.select().from(payment).where(eq(payment.orderId, orderId)).for("update");
  if (!paid || !wasPaid(paid.status)) throw new Error(`${orderId} was never paid, so it cannot be refunded.`);
  const earlier = await tx.select().from(refund).where(eq(refund.orderId, orderId));
  const sameReason = earlier.find((candidate) => candidate.reason === reason);
  if (sameReason && reason !== "return") return sameReason.id;
  refuseIf(findRefundRefusal(paid, earlier, { amountPaise, byHand }));
  const now = context.now();
  const refundId = generateUuid(now.getTime());
  const needsOwner = byHand === undefined && isByHand(paid.method);
  await tx.insert(refund).values({
    id: refundId,
    orderId,
    reason,
    amount: amountPaise,
    status: needsOwner ? "Failed" : byHand === undefined ? "Pending" : "Processed",
    failure: needsOwner ? `the order was paid by ${paid.method}, so you must send the refund yourself` : null,
    attempt: 1,
    createdAt: now,
    updatedAt: now,
    ...(byHand !== undefined && { providerId: byHand, processedAt: now }),
  });
  await changePayment(context, tx, paid, { status: "Refunding" });
  const created = { id: refundId, orderId, reason, amount: amountPaise };
  if (byHand !== undefined) await recordProcessed(context, tx, { ...paid, status: "Refunding" }, created);
  else if (!needsOwner) await context.outbox.publish(tx, refundRequested, { refundId });
  return refundId;
}

export function findRefundRefusal(
  { orderId, amount }: PaymentRow,
  earlier: readonly RefundRow[],
  { amountPaise, byHand }: Pick<NewRefund, "amountPaise" | "byHand">,
): string | null {
  const reused = byHand === undefined ? null : describeReused(earlier, byHand);
  if (reused !== null) return reused;
  const refundable = amount - sumAmounts(earlier);
  // A refund that the owner has just made in the provider's dashboard reduces `refundable`.
  return amountPaise > refundable
    ? `Only ${formatRupeesGrouped(refundable)} of ${orderId} can still be refunded. Check the order, then enter a smaller amount.`
    : null;
}

function describeReused(earlier: readonly RefundRow[], byHand: string): string | null {
  const reused = earlier.find(
    ({ providerId }) => providerId !== null && toComparable(providerId) === toComparable(byHand),
  );
  return reused
    ? `A refund of ${formatRupeesGrouped(reused.amount)} for ${reused.orderId} with the reference "${reused.providerId}" is already recorded, so nothing was changed. If you sent money again, enter the reference of that transfer.`
    : null;
}

export const toComparable = (reference: string): string =>
  reference
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

export const listRefunds = (db: Db | Tx, ...orderIds: string[]): Promise<RefundRow[]> =>
  db.select().from(refund).where(isAnyOf(refund.orderId, orderIds)).orderBy(refund.id);

export const onRefundRequested = defineSubscriber(
  refundRequested,
  "payments.send-refund",
  async (context, { refundId }) => void (await sendRefund(context, refundId)),
);

/**
 * Sends a pending refund. A repeated call only fetches the refund's state. If the provider has refunds that the shop
 * does not know, stores them and sends the rest of the amount. Call it outside a transaction.
 * @throws ProviderUnavailable
 */
export async function sendRefund(
  context: Context,
  refundId: string,
  { isAgain = false } = {},
): Promise<RefundOutcome> {
  const [row] = await context.db
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
  if (!row || row.refund.status !== "Pending" || row.sessionId === null) return "unchanged";
  const provider = getProviderOfPayment(context, row);
  const refunds = await listRefunds(context.db, row.refund.orderId);
  const request = {
    sessionId: row.sessionId,
    reference: isOfDashboard(row.refund) ? "" : refundReference(row.refund),
    amountPaise: row.refund.amount,
    currency: row.currency,
    paymentId: row.paymentId,
    refundId: isOfDashboard(row.refund) ? row.refund.providerId : null,
    known: refunds.flatMap(({ providerId }) => providerId ?? []),
  };
  const response = await provider.refund(request);
  const states = Array.isArray(response) ? response : [response];
  let outcome: RefundOutcome = "unchanged";
  for (const state of states) {
    assertAbout({ ...request, ...(response !== state && { reference: "" }) }, state);
    outcome = await context.transact((tx) => applyRefund(context, tx, provider.name, state));
    countRefund(outcome);
  }
  if (!Array.isArray(response)) return outcome;
  if (isAgain) throw new ProviderUnavailable("The provider has refunds that do not match this order.");
  return sendRefund(context, refundId, { isAgain: true });
}

/** True for a pending refund made in the provider's dashboard. Other pending refunds have no `providerId`. */
const isOfDashboard = ({ status, providerId }: RefundRow): boolean =>
  status === "Pending" && providerId !== null;

/** Updates a refund from a report, which may arrive repeatedly. If the amount is wrong, only notifies the owner. */
export async function applyRefund(
  context: Context,
  tx: Tx,
  provider: string,
  state: RefundState,
): Promise<RefundOutcome> {
  const ofSession = hasSessionId(provider, state.sessionId);
  const [paid] = await tx.select().from(payment).where(ofSession).for("update");
  if (!paid) return "unknown-session";
  const refund = await lockRefund(tx, paid, state.reference);
  if (!refund) return applyForeignRefund(context, tx, paid, state);
  if (state.amountPaise !== refund.row.amount || state.currency !== paid.currency) {
    await recordFinding(context, tx, paid, {
      kind: "refund-mismatch",
      reference: state.refundId || state.reference,
      what: `the provider refunded ${describeDifference(state, { ...refund.row, currency: paid.currency })}`,
    });
    return "mismatch";
  }
  // A failure of an earlier attempt does not affect the current one.
  if (state.fact === "failed" && refund.attempt !== refund.row.attempt) return "unchanged";
  const { status, providerId } = refund.row;
  if (
    state.fact === "processed" &&
    status === "Processed" &&
    providerId !== null &&
    providerId !== state.refundId
  ) {
    await recordFinding(context, tx, paid, {
      kind: "refund-mismatch",
      reference: state.refundId,
      what: `${formatRupeesGrouped(state.amountPaise)} was refunded twice: first as ${providerId}, then by the provider as ${state.refundId}`,
    });
    return "mismatch";
  }
  return changeRefundStatus(context, tx, paid, refund.row, state);
}

async function applyForeignRefund(
  context: Context,
  tx: Tx,
  paid: PaymentRow,
  state: RefundState,
): Promise<RefundOutcome> {
  const { orderId } = paid;
  const { refundId, paymentId, fact, amountPaise, currency } = state;
  const rows = await tx.select().from(refund).where(eq(refund.orderId, orderId)).for("update");
  const booked = rows.find(({ providerId }) => refundId !== "" && providerId === refundId);
  if (booked) return changeRefundStatus(context, tx, paid, booked, state);
  // No money was sent, so there is nothing to record.
  if (fact === "failed" || refundId === "") return "unchanged";
  if (paymentId && (await hasFindingAbout(tx, orderId, paymentId))) {
    if (fact === "processed" && state.isFullyRefunded)
      await settleFindings(context, tx, orderId, UNRELATED_PAYMENT_KINDS, paymentId);
    return "other-payment";
  }
  const isOfOrder = wasPaid(paid.status) && (!paymentId || !paid.capturedAs || paymentId === paid.capturedAs);
  const row =
    isOfOrder && currency === paid.currency ? await bookRefund(context, tx, paid, rows, state) : null;
  if (!row) {
    await recordFinding(context, tx, paid, {
      kind: "unknown-refund",
      reference: refundId,
      what: `the provider refunded ${formatRupeesGrouped(amountPaise)} (${refundId}) of a payment that the shop does not know`,
    });
    return "unknown-refund";
  }
  // A refund that replaces a requested refund of the same amount needs no notice to the owner.
  if (!rows.some(({ id, amount }) => id === row.id && amount === row.amount))
    await recordFinding(context, tx, paid, {
      kind: "dashboard-refund",
      reference: refundId,
      what: `${formatRupeesGrouped(amountPaise)} of ${formatRupeesGrouped(paid.amount)} was refunded in the provider's dashboard (${refundId})`,
    });
  await context.outbox.publish(tx, refundFound, { orderId });
  return fact === "processed"
    ? changeRefundStatus(context, tx, { ...paid, status: "Refunding" }, row, state)
    : "Pending";
}

/**
 * Stores a refund that was made in the provider's dashboard. If a requested refund of the same amount has failed or can
 * no longer succeed, the stored refund replaces it. If too little money is left, reduces or deletes other open refunds.
 * Null if completed refunds and refunds made in the dashboard leave too little money for this refund.
 */
async function bookRefund(
  context: Context,
  tx: Tx,
  paid: PaymentRow,
  rows: readonly RefundRow[],
  { refundId: providerId, amountPaise: amount }: RefundState,
): Promise<RefundRow | null> {
  const now = context.now();
  const refundable = paid.amount - sumAmounts(rows);
  const open = rows.filter((row) => row.status !== "Processed" && !isOfDashboard(row));
  let match = open.find((row) => row.amount === amount && (row.status === "Failed" || amount > refundable));
  let missing = amount - refundable - (match?.amount ?? 0);
  const others = open.filter((row) => row !== match);
  if (missing > sumAmounts(others)) return null;
  for (const row of others) {
    const less = Math.max(0, Math.min(row.amount, missing));
    missing -= less;
    if (less === row.amount && !match) match = row;
    else if (less === row.amount) await tx.delete(refund).where(eq(refund.id, row.id));
    else if (less > 0)
      await tx
        .update(refund)
        .set({ amount: row.amount - less, attempt: row.attempt + 1, updatedAt: now })
        .where(eq(refund.id, row.id));
  }
  await changePayment(context, tx, paid, { status: "Refunding" });
  const columns = { amount, providerId, status: "Pending" as const, failure: null, updatedAt: now };
  const [booked] = match
    ? await tx
        .update(refund)
        .set({ ...columns, attempt: match.attempt + 1 })
        .where(eq(refund.id, match.id))
        .returning()
    : await tx
        .insert(refund)
        .values({
          ...columns,
          id: generateUuid(now.getTime()),
          orderId: paid.orderId,
          reason: "dashboard",
          attempt: 1,
          createdAt: now,
        })
        .returning();
  return booked ?? null;
}

const sumAmounts = (rows: readonly { amount: number }[]): number =>
  rows.reduce((sum, { amount }) => sum + amount, 0);

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
  const failure = status === "Failed" ? (reason ?? "The provider refused the refund.") : null;
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
  if (failure === null) await recordProcessed(context, tx, paid, row);
  else {
    const { orderId } = paid;
    const what = `the refund of ${formatRupeesGrouped(row.amount)} failed: ${failure}`;
    context.log.error({ orderId, what }, "a refund failed");
    const remedy = "Retry the refund";
    await context.outbox.publish(tx, paymentNeedsOwner, { orderId, kind: "trouble", what, remedy });
  }
  return status;
}

async function recordProcessed(
  context: Context,
  tx: Tx,
  paid: PaymentRow,
  { orderId, id, reason, amount }: Pick<RefundRow, "orderId" | "id" | "reason" | "amount">,
): Promise<void> {
  const isOpen = and(eq(refund.orderId, orderId), ne(refund.status, "Processed"));
  const openCount = await tx.$count(refund, isOpen);
  await changePayment(context, tx, paid, { status: openCount > 0 ? "Refunding" : "Refunded" });
  if (reason === "late-money") await settleFindings(context, tx, orderId, ["late-money"]);
  await context.outbox.publish(tx, refundProcessed, { orderId, refundId: id, reason, amountPaise: amount });
}

async function lockRefund(
  tx: Tx,
  { orderId }: PaymentRow,
  reference: string,
): Promise<{ row: RefundRow; attempt: number } | null> {
  const refundId = readRefundReference(reference);
  if (!refundId) return null;
  const [row] = await tx
    .select()
    .from(refund)
    .where(and(eq(refund.id, refundId.id), eq(refund.orderId, orderId)))
    .for("update");
  return row && refundId.attempt <= row.attempt ? { row, attempt: refundId.attempt } : null;
}

/**
 * Records that the owner sent the failed refunds without the provider. Returns their total in paise; 0 if no refund has
 * failed. `confirm` gets the amounts and may throw to roll back.
 * @throws CommandRefused if the reference was used before for a refund of this order
 */
export const recordRefundByHand = (
  context: Context,
  orderId: string,
  byHand: string,
  confirm: (amounts: Paise[]) => void = () => {},
): Promise<Paise> =>
  context.transact(async (tx) => {
    const [paid] = await tx.select().from(payment).where(eq(payment.orderId, orderId)).for("update");
    refuseIf(describeReused(await listRefunds(tx, orderId), byHand));
    const now = context.now();
    const sent = await tx
      .update(refund)
      .set({ status: "Processed", providerId: byHand, failure: null, processedAt: now, updatedAt: now })
      .where(and(eq(refund.orderId, orderId), eq(refund.status, "Failed")))
      .returning();
    for (const row of sent) if (paid) await recordProcessed(context, tx, paid, row);
    if (sent.length > 0) confirm(sent.map(({ amount }) => amount));
    return sumAmounts(sent);
  });

export function findRetryRefusal(orderId: string, method: string | null = null): string | null {
  return isByHand(method)
    ? `${orderId} was paid by ${method}, so the provider cannot refund it. Send the money yourself, then enter the reference of your transfer, for example "UPI 428812345678".`
    : null;
}

/**
 * Retries the failed refunds of an order. False if no refund has failed.
 * @throws CommandRefused if the order was not paid through the provider
 */
export const retryRefund = (context: Context, orderId: string): Promise<boolean> =>
  context.transact(async (tx) => {
    // Lock the payment before the refund, as everywhere, to prevent deadlocks.
    const [paid] = await tx.select().from(payment).where(eq(payment.orderId, orderId)).for("update");
    refuseIf(findRetryRefusal(orderId, paid?.method));
    const updated = await tx
      .update(refund)
      .set({
        status: "Pending",
        attempt: sql`${refund.attempt} + 1`,
        failure: null,
        providerId: null,
        lastCheckedAt: null,
        updatedAt: context.now(),
      })
      .where(and(eq(refund.orderId, orderId), eq(refund.status, "Failed")))
      .returning({ id: refund.id });
    for (const { id } of updated) await context.outbox.publish(tx, refundRequested, { refundId: id });
    return updated.length > 0;
  });
