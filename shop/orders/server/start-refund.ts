import { and, eq } from "drizzle-orm";
import { formatRupees } from "#contract/money.ts";
import { askRefund } from "#server/payments";
import type { RefundReason } from "#shop/payments/refund.ts";
import { CommandRefused } from "#platform/command.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database.ts";
import { orderPaymentTransitions } from "../status.ts";
import { publishChange } from "./change-status.ts";
import { type OrderRow, orders } from "./tables.ts";

/**
 * Sends money of an order back after this transaction, and notes how much; what was free goes back as 0.
 * The order must be locked. @throws Error when it was never paid, or is refunded already.
 */
export async function startRefund(
  context: Context,
  tx: Tx,
  order: OrderRow,
  reason: RefundReason,
  amountPaise: number,
): Promise<OrderRow> {
  const { orderId } = order;
  if (!orderPaymentTransitions[order.paymentStatus].includes("Refunding"))
    throw new Error(`${orderId} has nothing to give back: its payment is ${order.paymentStatus}.`);
  if (amountPaise > 0) await askRefund(context, tx, { orderId, reason, amountPaise });
  const [changed] = await tx
    .update(orders)
    .set({
      refundAmount: amountPaise,
      updatedAt: context.now(),
      ...(amountPaise > 0 && { paymentStatus: "Refunding", paymentStatusBefore: order.paymentStatus }),
    })
    .where(and(eq(orders.id, order.id), eq(orders.paymentStatus, order.paymentStatus)))
    .returning();
  if (!changed) throw new Error(`${orderId} vanished.`);
  await publishChange(context, tx, changed);
  return changed;
}

/** How much of what was paid goes back, in paise: all of it when null. @throws CommandRefused for what is not a part of it. */
export function toRefundAmount({ orderId, payable }: OrderRow, amountPaise: number | null): number {
  const refund = amountPaise ?? payable;
  if (refund > payable || (refund === 0 && payable > 0))
    throw new CommandRefused(`Of ${orderId} from ₹0.01 to ${formatRupees(payable)} can go back.`);
  return refund;
}
