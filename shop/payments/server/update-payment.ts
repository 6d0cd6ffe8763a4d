import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { paymentCaptured, paymentExpired, paymentFailed } from "../events.ts";
import { wasPaid, isOpen, type PaymentFact, getStatusAfter } from "../payment.ts";
import { describeDifference, recordFinding, recordSecondCapture, settleFindings } from "./findings.ts";
import { type Outcome, countPayment } from "./outcomes.ts";
import { changePayment, findPayment, hasSessionId } from "./payments.ts";
import { ProviderUnavailable, type ProviderState, assertAbout } from "./provider.ts";
import { getProviderOfPayment, hasSession } from "./providers.ts";
import { payment, type PaymentRow } from "./tables.ts";

/**
 * Updates a payment from a provider's report. The row is locked and no status is changed back, so reports may arrive
 * repeatedly and in any order. A `captured` report with a wrong amount or currency only notifies the owner.
 */
export async function applyFact(
  context: Context,
  tx: Tx,
  provider: string,
  state: ProviderState,
): Promise<Outcome> {
  const ofSession = hasSessionId(provider, state.sessionId);
  const [row] = await tx.select().from(payment).where(ofSession).for("update");
  if (!row) return "unknown-session";
  if (state.fact === null) return "nothing-yet";
  if (state.fact === "processing" && isOpen(row.status)) return "processing";
  if (state.fact === "captured" && (state.amountPaise !== row.amount || state.currency !== row.currency)) {
    await recordFinding(context, tx, row, {
      kind: "mismatch",
      reference: state.paymentId ?? row.id,
      what: `the provider charged ${describeDifference(state, row)}`,
    });
    return "mismatch";
  }
  if (state.fact === "captured" && wasPaid(row.status))
    return (await recordSecondCapture(context, tx, row, state)) ? "second-capture" : "unchanged";
  return applyTransition(context, tx, row, state.fact, state);
}

async function applyTransition(
  context: Context,
  tx: Tx,
  row: PaymentRow,
  fact: PaymentFact,
  { method = "online", reason = "The payment failed.", paymentId = null }: Details = {},
): Promise<Outcome> {
  const status = getStatusAfter(row.status, fact);
  if (status === null) return "unchanged";
  const now = context.now();
  await changePayment(context, tx, row, {
    status,
    ...(status === "Failed" && { failure: reason }),
    ...(status === "Completed" && { method, capturedAt: now, capturedAs: paymentId, failure: null }),
  });
  const { id, orderId, amount: amountPaise } = row;
  if (status === "Completed") {
    if (row.status === "Expired") {
      const what = "the payment arrived after the order had expired";
      await recordFinding(context, tx, row, { kind: "late-money", reference: id, what });
    }
    await settleFindings(context, tx, orderId, ["payment-refused"]);
    const captured = { orderId, amountPaise, method, capturedAt: now.toISOString() };
    await context.outbox.publish(tx, paymentCaptured, captured);
  }
  if (status === "Failed") await context.outbox.publish(tx, paymentFailed, { orderId, reason });
  if (status === "Expired") await context.outbox.publish(tx, paymentExpired, { orderId });
  return status;
}

type Details = Pick<Partial<ProviderState>, "method" | "reason"> & { paymentId?: string | null | undefined };

/** Queries a payment and stores the result. Returns `nothing-yet` without a session. @throws ProviderUnavailable */
export async function queryProvider(context: Context, row: PaymentRow): Promise<Outcome> {
  if (!hasSession(context, row)) return "nothing-yet";
  const { sessionId, amount: amountPaise, currency } = row;
  const provider = getProviderOfPayment(context, row);
  const state = await provider.fetchState({ sessionId, amountPaise, currency });
  assertAbout({ sessionId }, state);
  const result = await context.transact((tx) => applyFact(context, tx, provider.name, state));
  countPayment(result);
  return result;
}

/**
 * `closed`: expired, or the order has no payment. `paid`: paid, or to be paid on delivery. `processing`: the
 * provider will report the result. `unavailable`: the provider did not respond.
 */
type CloseResult = "closed" | "paid" | "processing" | "unavailable";

/**
 * Closes an open payment, first at the provider, so that nobody pays in the meantime. Razorpay cannot close its
 * session, so the money may still arrive later.
 */
export async function closePayment(context: Context, orderId: string): Promise<CloseResult> {
  const row = await findPayment(context.db, orderId);
  // A confirmed cash order does not expire, so treat its open payment like a completed one.
  if (row && (wasPaid(row.status) || (row.agreedAt !== null && isOpen(row.status)))) return "paid";
  if (!row || row.status === "Expired") return "closed";
  if (!hasSession(context, row)) return closeUnopened(context, row);
  const { sessionId, amount: amountPaise, currency } = row;
  try {
    const provider = getProviderOfPayment(context, row);
    const state = await provider.closeSession({ sessionId, amountPaise, currency });
    assertAbout({ sessionId }, state);
    const apply = (fact: PaymentFact | null) =>
      context.transact((tx) => applyFact(context, tx, provider.name, { ...state, fact }));
    if ((await apply(state.fact)) === "mismatch") {
      // A wrong amount does not pay the order, and the owner is notified. The order expires, because otherwise it would
      // reserve its pieces forever.
      await apply("expired");
      return "closed";
    }
    if (state.fact === "captured") return "paid";
    return state.fact === "expired" ? "closed" : "processing";
  } catch (cause) {
    if (!(cause instanceof ProviderUnavailable)) throw cause;
    context.log.warn({ err: cause, orderId }, "a payment could not be closed at the provider");
    return "unavailable";
  }
}

async function closeUnopened(context: Context, { id, orderId, sessionId }: PaymentRow): Promise<CloseResult> {
  const closed = await context.transact(async (tx) => {
    const [row] = await tx.select().from(payment).where(eq(payment.id, id)).for("update");
    if (!row || row.sessionId !== sessionId || row.agreedAt !== null) return false;
    await applyTransition(context, tx, row, "expired");
    return true;
  });
  return closed ? "closed" : closePayment(context, orderId);
}
