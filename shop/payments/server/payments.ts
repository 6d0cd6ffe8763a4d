import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { defineInsert, isAnyOf } from "#platform/database/statement.ts";
import { generateUuid } from "#platform/ids.ts";
import { CURRENCY } from "../payment.ts";
import { payment, type PaymentRow } from "./tables.ts";

interface NewPayment {
  orderId: string;
  accountId: string;
  /** Must be more than 0, because an order of ₹0 needs no payment. */
  amountPaise: number;
  expiresAt: Date;
  /** True if the customer pays through a mailed link, so that no page opens the payment window automatically. */
  linkMailed?: boolean;
  inCash?: boolean;
}

/** Stores a new payment. The provider is not called until the customer opens the payment window. */
export async function openPayment(
  context: Context,
  tx: Tx,
  { orderId, accountId, amountPaise, expiresAt, linkMailed = false, inCash = false }: NewPayment,
): Promise<void> {
  const now = context.now();
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
    },
  ]);
}

const insertPayments = defineInsert(payment);

export const listPayments = (db: Db | Tx, ...orderIds: string[]): Promise<PaymentRow[]> =>
  db.select().from(payment).where(isAnyOf(payment.orderId, orderIds));

export const findPayment = async (db: Db | Tx, orderId: string): Promise<PaymentRow | null> =>
  (await listPayments(db, orderId))[0] ?? null;

export async function recordLinkOpened({ db, now }: Context, orderId: string): Promise<void> {
  await db
    .update(payment)
    .set({ linkOpenedAt: now() })
    .where(and(eq(payment.orderId, orderId), eq(payment.linkMailed, true), isNull(payment.linkOpenedAt)));
}

export const hasSessionId = (provider: string, sessionId: string) =>
  and(eq(payment.provider, provider), eq(payment.sessionId, sessionId));

export async function changePayment(
  { now }: Context,
  tx: Tx,
  { id, status }: PaymentRow,
  changes: Partial<PaymentRow>,
): Promise<void> {
  await tx
    .update(payment)
    .set({ ...changes, updatedAt: now(), ...(changes.status && { statusBefore: status }) })
    .where(eq(payment.id, id));
}

/** Refuses new payment windows while a cancellation request is undecided. A payment in an open window still counts. */
export const suspendPayment = ({ now }: Context, tx: Tx, orderId: string): Promise<void> =>
  setSuspended(tx, orderId, now());

/** Allows payment windows again. Call it when the owner declines the cancellation request. */
export const resumePayment = (tx: Tx, orderId: string): Promise<void> => setSuspended(tx, orderId, null);

async function setSuspended(tx: Tx, orderId: string, suspendedAt: Date | null): Promise<void> {
  await tx.update(payment).set({ suspendedAt }).where(eq(payment.orderId, orderId));
}
