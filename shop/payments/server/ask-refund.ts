import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { generateUuid } from "#platform/ids.ts";
import { refundRequested } from "../events.ts";
import { hasMoney } from "../payment.ts";
import type { RefundReason } from "../refund.ts";
import { payment, refund, type RefundRow } from "./tables.ts";

export interface NewRefund {
  /** The readable one. */
  orderId: string;
  reason: RefundReason;
  /** More than 0, and no more than was paid. */
  amountPaise: number;
}

/**
 * Sends money back after this transaction: once for each order and reason, however often it is asked for; what was
 * sent may come back in several parts. Returns the refund's id. @throws Error when that money never came, or has gone back already.
 */
export async function askRefund(
  context: Context,
  tx: Tx,
  { orderId, reason, amountPaise }: NewRefund,
): Promise<string> {
  const [paid] = await tx.select().from(payment).where(eq(payment.orderId, orderId)).for("update");
  if (!paid || !hasMoney(paid.status)) throw new Error(`${orderId} was never paid, so nothing can go back.`);
  const earlier = await tx.select().from(refund).where(eq(refund.orderId, orderId));
  const same = earlier.find((one) => one.reason === reason);
  if (same && reason !== "return") return same.id;
  const gone = earlier.reduce((sum, { amount }) => sum + amount, 0);
  if (gone + amountPaise > paid.amount) throw new Error(`${orderId} was not paid that much.`);

  const now = context.now();
  const refundId = generateUuid(now.getTime());
  await tx.insert(refund).values({
    id: refundId,
    orderId,
    reason,
    amount: amountPaise,
    status: "Pending",
    attempt: 1,
    createdAt: now,
    updatedAt: now,
  });
  await tx
    .update(payment)
    .set({ status: "Refunding", statusBefore: paid.status, updatedAt: now })
    .where(eq(payment.id, paid.id));
  await context.outbox.publish(tx, refundRequested, { refundId });
  return refundId;
}

/** The refunds of an order, by the readable id. */
export const listRefunds = (db: Db, orderId: string): Promise<RefundRow[]> =>
  db.select().from(refund).where(eq(refund.orderId, orderId)).orderBy(refund.id);
