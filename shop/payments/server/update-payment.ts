import { eq } from "drizzle-orm";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { refuse } from "#platform/http/refuse.ts";
import type { HandlerInput } from "#platform/http/route.ts";
import { generateUuid } from "#platform/ids.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { webhookStored, paymentCaptured, paymentExpired, paymentFailed } from "../events.ts";
import { type ProviderName, wasPaid, isOpen, type PaymentFact, getStatusAfter } from "../payment.ts";
import {
  describeDifference,
  recordDispute,
  recordFinding,
  recordSecondCapture,
  settleFindings,
} from "./findings.ts";
import {
  type Outcome,
  type RefundOutcome,
  countEvent,
  type ForeignOutcome,
  countPayment,
} from "./outcomes.ts";
import { changePayment, findPayment, hasSessionId } from "./payments.ts";
import {
  isAboutRefund,
  isOther,
  type OtherProviderEvent,
  type ProviderEvent,
  ProviderUnavailable,
  type ProviderState,
  assertAbout,
} from "./provider.ts";
import { getProviderOfPayment, hasSession, openProvider } from "./providers.ts";
import { applyRefund } from "./refunds.ts";
import { paymentEvent, payment, type PaymentRow } from "./tables.ts";

/** Stores a provider's webhook request and responds. A subscriber updates the payment later, with retries. */
export const handleWebhook =
  (name: ProviderName) =>
  async (context: Context, { requestContext }: Pick<HandlerInput<Endpoint>, "requestContext">) => {
    const provider = openProvider(context, name);
    if (!provider) return refuse("not_set_up");
    const event = await provider.readWebhook(requestContext.rawBody, (header) =>
      requestContext.header(header),
    );
    if (event === "forged" || event === "unreadable") return refuse(event);
    const now = context.now();
    await context.transact(async (tx) => {
      const [stored] = await tx
        .insert(paymentEvent)
        .values({
          id: generateUuid(now.getTime()),
          provider: name,
          eventId: event.eventId,
          sessionId: event.sessionId,
          providerEvent: event,
          receivedAt: now,
        })
        .onConflictDoNothing()
        .returning({ id: paymentEvent.id });
      if (stored) await context.outbox.publish(tx, webhookStored, { paymentEventId: stored.id });
    });
    return { success: true as const };
  };

export const onWebhookStored = defineSubscriber(
  webhookStored,
  "payments.apply-webhook",
  async (context, { paymentEventId }) => {
    const applied = await context.transact(async (tx) => {
      const [event] = await tx
        .select()
        .from(paymentEvent)
        .where(eq(paymentEvent.id, paymentEventId))
        .for("update");
      if (!event || event.appliedAt) return null;
      const result = await apply(context, tx, event.provider, event.providerEvent);
      await tx
        .update(paymentEvent)
        .set({ appliedAt: context.now(), outcome: result })
        .where(eq(paymentEvent.id, event.id));
      return { ...event, outcome: result };
    });
    if (applied) countEvent(applied.providerEvent, applied.outcome);
    if (applied && "fact" in applied.providerEvent && applied.providerEvent.fact === "processing")
      await queryAfter(context, applied);
  },
);

async function apply(
  context: Context,
  tx: Tx,
  provider: string,
  event: ProviderEvent | OtherProviderEvent,
): Promise<Outcome | RefundOutcome | ForeignOutcome> {
  if (isOther(event)) {
    if (!event.dispute) return "ignored";
    const [row] = await tx.select().from(payment).where(hasSessionId(provider, event.sessionId));
    if (!row) return "unknown-session";
    await recordDispute(context, tx, row, event.dispute);
    return "dispute";
  }
  if (!isAboutRefund(event)) return applyFact(context, tx, provider, event);
  // The event of a refund may arrive before the event of its payment.
  if (event.paid) await applyFact(context, tx, provider, event.paid);
  return applyRefund(context, tx, provider, event);
}

/** Queries the payment of an event. The query also captures authorized money. On an outage, `watchPayments` retries. */
async function queryAfter(
  context: Context,
  { provider, sessionId }: { provider: string; sessionId: string },
): Promise<void> {
  const [row] = await context.db.select().from(payment).where(hasSessionId(provider, sessionId));
  try {
    if (row) await queryProvider(context, row);
  } catch (cause) {
    if (!(cause instanceof ProviderUnavailable)) throw cause;
    context.log.warn(
      { err: cause, orderId: row?.orderId },
      "the provider sent an event but did not answer the query for the payment; it is queried again later",
    );
  }
}

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
 * `closed`: expired, or the order has no payment. `paid`: paid, or to be paid on delivery. `processing`: the provider
 * will report the result. `unavailable`: the provider did not answer.
 */
type CloseResult = "closed" | "paid" | "processing" | "unavailable";

/**
 * Closes an unpaid payment, first at the provider, so that nobody pays in the meantime. Razorpay cannot close its
 * session, so the money may still arrive later.
 */
export async function closePayment(context: Context, orderId: string): Promise<CloseResult> {
  const row = await findPayment(context.db, orderId);
  // An order with an agreed payment on delivery does not expire, so treat this payment like a completed one.
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
