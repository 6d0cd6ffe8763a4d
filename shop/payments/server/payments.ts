import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { defineInsert } from "#platform/database/statement.ts";
import { generateUuid } from "#platform/ids.ts";
import { CURRENCY } from "../payment.ts";
import { payment, type PaymentRow } from "./tables.ts";

interface NewPayment {
  /** The order id that customers see. */
  orderId: string;
  accountId: string;
  /** More than 0, because an order of ₹0 needs no payment. */
  amountPaise: number;
  /** The time at which an unpaid payment expires (D60). */
  expiresAt: Date;
  /** True if the customer was mailed a payment link; then no page opens the window. */
  linkMailed?: boolean;
  /** True for cash on delivery, after the customer has agreed. */
  inCash?: boolean;
}

/** Creates a payment. No provider is called until the customer opens the window. */
export async function openPayment(
  context: Context,
  tx: Tx,
  { orderId, accountId, amountPaise, expiresAt, linkMailed = false, inCash = false }: NewPayment,
): Promise<void> {
  const now = context.now();
  const unpaid = {
    provider: null,
    sessionId: null,
    sessionAddress: null,
    method: null,
    failure: null,
    flag: null,
    suspendedAt: null,
    linkOpenedAt: null,
    lastCheckedAt: null,
    capturedAt: null,
    capturedAs: null,
    statusBefore: null,
    agreedAt: null,
    settledAt: null,
    settledAmount: null,
    settledAs: null,
  };
  await insertPayments(tx, [
    {
      id: generateUuid(now.getTime()),
      orderId,
      accountId,
      amount: amountPaise,
      currency: CURRENCY,
      status: "Pending",
      expiresAt,
      linkMailed,
      inCash,
      createdAt: now,
      updatedAt: now,
      ...unpaid,
    },
  ]);
}

const insertPayments = defineInsert(payment);

/** Returns the payment of an order by the readable id; null if none was needed. */
export async function findPayment(db: Db | Tx, orderId: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payment).where(eq(payment.orderId, orderId));
  return row ?? null;
}

/** Records the first time that the page of a mailed payment link was shown. */
export async function noteLinkOpened({ db, now }: Context, orderId: string): Promise<void> {
  await db
    .update(payment)
    .set({ linkOpenedAt: now() })
    .where(and(eq(payment.orderId, orderId), eq(payment.linkMailed, true), isNull(payment.linkOpenedAt)));
}

/** Returns the payment of a provider's session; null if it is not the shop's. */
export async function findPaymentBySession(
  db: Db | Tx,
  provider: string,
  sessionId: string,
): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payment)
    .where(and(eq(payment.provider, provider), eq(payment.sessionId, sessionId)));
  return row ?? null;
}

/** Blocks payment windows of this order during a cancellation request. A payment that arrives anyway counts. */
export const suspendPayment = ({ now }: Context, tx: Tx, orderId: string): Promise<void> =>
  setSuspended(tx, orderId, now());

/** Allows payment again after a cancellation request was declined, until the payment expires. */
export const resumePayment = (tx: Tx, orderId: string): Promise<void> => setSuspended(tx, orderId, null);

async function setSuspended(tx: Tx, orderId: string, suspendedAt: Date | null): Promise<void> {
  await tx.update(payment).set({ suspendedAt }).where(eq(payment.orderId, orderId));
}
