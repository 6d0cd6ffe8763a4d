import { randomBytes } from "node:crypto";
import { and, eq, lte, sql } from "drizzle-orm";
import { type Context, defineState } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { generateSecret, generateUuid } from "#platform/ids.ts";
import { testEventDue, testRefundEventDue } from "../../events.ts";
import { CURRENCY, type PaymentFact } from "../../payment.ts";
import type { ProviderState, RefundRequest, RefundState, SessionRequest } from "../provider.ts";
import {
  type SessionRow,
  testPaymentKey,
  testPaymentRefund,
  testPaymentSession,
  type TestRefundRow,
} from "./tables.ts";
import type { BankAnswer } from "./test-cards.ts";

/* The data of the test provider: its keys, sessions, payments and refunds. */

/** The header with the signature: the HMAC-SHA256 of the raw body, in hex. */
export const SIGNATURE_HEADER = "x-test-payments-signature";

type TestKeys = typeof testPaymentKey.$inferSelect;

const cachedKeys = defineState<TestKeys | null>("test-payments.keys", null);

export async function readTestKeys(context: Context): Promise<TestKeys> {
  const cached = cachedKeys.get(context);
  if (cached) return cached;
  const { db, now } = context;
  const newKeys = { id: "shop", apiKey: generateSecret(), webhookSecret: generateSecret(), createdAt: now() };
  await db.insert(testPaymentKey).values(newKeys).onConflictDoNothing();
  const [keys = newKeys] = await db.select().from(testPaymentKey);
  cachedKeys.set(context, keys);
  return keys;
}

/** Returns a session's id, which is random, because it gives access. A repeated reference returns the same session. */
export async function createSession(
  { db, now }: Context,
  { expiresAt, ...order }: Omit<SessionRequest, "expiresAt"> & { expiresAt: string },
): Promise<string> {
  const { reference, amountPaise, currency, description } = order;
  await db
    .insert(testPaymentSession)
    .values({
      id: randomBytes(24).toString("base64url"),
      reference,
      amount: amountPaise,
      currency,
      description,
      state: "open",
      expiresAt: new Date(expiresAt),
      createdAt: now(),
    })
    .onConflictDoNothing();
  const [session] = await db
    .select({ id: testPaymentSession.id })
    .from(testPaymentSession)
    .where(eq(testPaymentSession.reference, reference));
  if (!session) throw new Error("A session was deleted while it was being opened.");
  return session.id;
}

const selectSession = (db: Db | Tx, id: string) =>
  db.select().from(testPaymentSession).where(eq(testPaymentSession.id, id));

export const findSession = async ({ db }: Context, id: string): Promise<SessionRow | null> =>
  (await selectSession(db, id))[0] ?? null;

const lockSession = async (tx: Tx, id: string): Promise<SessionRow | null> =>
  (await selectSession(tx, id).for("update"))[0] ?? null;

export const closeSession = (context: Context, id: string): Promise<SessionRow | null> =>
  context.transact(async (tx) => {
    const session = await lockSession(tx, id);
    if (!session || (session.state !== "open" && session.state !== "otp")) return session;
    await tx.update(testPaymentSession).set({ state: "closed" }).where(eq(testPaymentSession.id, id));
    return { ...session, state: "closed" };
  });

export const canPay = (session: SessionRow, now: Date): boolean =>
  (session.state === "open" || session.state === "otp") && session.expiresAt > now;

export const toProviderState = (session: SessionRow): ProviderState => ({
  sessionId: session.id,
  fact: getFact(session),
  amountPaise: session.amount,
  currency: session.currency,
  ...(session.method !== null && { method: session.method }),
  ...(session.failure !== null && { reason: session.failure }),
});

function getFact({ state, failure }: SessionRow): PaymentFact | null {
  if (state === "captured" || state === "processing") return state;
  if (state === "closed") return "expired";
  return failure === null ? null : "failed";
}

type Attempt = "captured" | "processing" | "failed" | "otp" | "not-payable";

/** Repeated clicks on the button pay only once. */
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

/** Creates one refund for each reference. Returns null if the session is not paid or has too little money left. */
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
