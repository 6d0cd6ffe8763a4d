import { and, eq } from "drizzle-orm";
import { formatRupees } from "#contract/money.ts";
import { askRefund } from "#shop/payments/server/index.ts";
import type { RefundReason } from "#shop/payments/refund.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { orderPaymentTransitions } from "../status.ts";
import { publishChange } from "./change-status.ts";
import type { Pieces } from "../returned-pieces.ts";
import { orderRefund, type OrderRow, orders } from "./tables.ts";

/**
 * Sends money of an order back after this transaction, and notes how much and for which pieces; what was free goes back
 * as 0. The order must be locked. @throws Error when it was never paid, or not that much.
 */
export async function startRefund(
  context: Context,
  tx: Tx,
  order: OrderRow,
  reason: RefundReason,
  amountPaise: number,
  pieces: Pieces[] | null = null,
): Promise<OrderRow> {
  const { orderId, paymentStatus } = order;
  const isGoingOn = paymentStatus === "Refunding";
  if (!isGoingOn && !orderPaymentTransitions[paymentStatus].includes("Refunding"))
    throw new Error(`${orderId} has nothing to give back: its payment is ${paymentStatus}.`);
  const now = context.now();
  if (amountPaise > 0) {
    const id = await askRefund(context, tx, { orderId, reason, amountPaise });
    await tx
      .insert(orderRefund)
      .values({ id, orderId: order.id, amount: amountPaise, pieces, createdAt: now });
  }
  const [changed] = await tx
    .update(orders)
    .set({
      refundAmount: (order.refundAmount ?? 0) + amountPaise,
      updatedAt: now,
      ...(amountPaise > 0 &&
        !isGoingOn && { paymentStatus: "Refunding", paymentStatusBefore: paymentStatus }),
    })
    .where(and(eq(orders.id, order.id), eq(orders.paymentStatus, paymentStatus)))
    .returning();
  if (!changed) throw new Error(`${orderId} vanished.`);
  await publishChange(context, tx, changed);
  return changed;
}

/** How much of what was paid goes back, in paise: all that is left of it when null. @throws CommandRefused for what is not a part of it. */
export function toRefundAmount(order: OrderRow, amountPaise: number | null): number {
  const left = getUnrefunded(order);
  const refund = amountPaise ?? left;
  if (refund > left || (refund === 0 && left > 0))
    throw new CommandRefused(`Of ${order.orderId} from ₹0.01 to ${formatRupees(left)} can go back.`);
  return refund;
}

/** What of an order's money has not gone back and is not on its way. */
export const getUnrefunded = ({ payable, refundAmount }: OrderRow): number => payable - (refundAmount ?? 0);
