import { and, eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { generateUuid } from "#platform/ids.ts";
import { defineInsert } from "#platform/database/statement.ts";
import { CURRENCY } from "../payment.ts";
import { payment, type PaymentRow } from "./tables.ts";

export interface NewPayment {
  /** The readable one. */
  orderId: string;
  accountId: string;
  /** More than 0: what costs nothing needs no payment. */
  amountPaise: number;
  /** Unpaid by then, the payment expires (D60). */
  expiresAt: Date;
  /** The customer has a mail with a link to pay, and no page that opens the window. */
  linkMailed?: boolean;
}

/** Asks for money. No provider is called: that happens when the customer opens the window. */
export async function openPayment(
  context: Context,
  tx: Tx,
  { orderId, accountId, amountPaise, expiresAt, linkMailed = false }: NewPayment,
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
    lastCheckedAt: null,
    capturedAt: null,
    capturedAs: null,
    statusBefore: null,
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
      createdAt: now,
      updatedAt: now,
      ...unpaid,
    },
  ]);
}

const insertPayments = defineInsert(payment);

/** The payment of an order, by the readable id; null when none was ever needed. */
export async function findPayment(db: Db | Tx, orderId: string): Promise<PaymentRow | null> {
  const [found] = await db.select().from(payment).where(eq(payment.orderId, orderId));
  return found ?? null;
}

/** The payment behind a provider's session; null when it is none of ours. */
export async function findPaymentBySession(
  db: Db | Tx,
  provider: string,
  sessionId: string,
): Promise<PaymentRow | null> {
  const [found] = await db
    .select()
    .from(payment)
    .where(and(eq(payment.provider, provider), eq(payment.sessionId, sessionId)));
  return found ?? null;
}
