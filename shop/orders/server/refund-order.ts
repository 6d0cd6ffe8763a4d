import { CommandRefused } from "#platform/command.ts";
import type { Context } from "#platform/context.ts";
import { wasPaid } from "../status.ts";
import { startRefund, toRefundAmount } from "./start-refund.ts";
import { requireOrder } from "./lock-order.ts";
import { type OrderRow, orderNote } from "./tables.ts";
import { createNote } from "./create-note.ts";

/**
 * Gives back the money of an order that has left the workshop, or `amountPaise` of it: its parcel was lost, broken or
 * returned. Once for each order. The order stays what it is, and its pieces are not back in stock: a count says when
 * they are. `reason` is for the owner's own notes. @throws CommandRefused
 */
export const refundOrder = (
  context: Context,
  given: string,
  amountPaise: number | null,
  reason: string,
): Promise<OrderRow> =>
  context.transact(async (tx) => {
    const order = await requireOrder(tx, given);
    const refusal = findRefundRefusal(order);
    if (refusal) throw new CommandRefused(refusal);
    const refund = toRefundAmount(order, amountPaise);
    const refunded = await startRefund(context, tx, order, "return", refund);
    await tx.insert(orderNote).values(createNote(context.now(), order.id, `Money back: ${reason}`));
    return refunded;
  });

function findRefundRefusal({
  orderId,
  status,
  paymentStatus,
  payable,
  dispatchedAt,
}: OrderRow): string | null {
  if (!wasPaid(paymentStatus) || payable === 0)
    return `Nothing was paid for ${orderId}, so nothing goes back.`;
  if (paymentStatus !== "Completed") return `The money of ${orderId} goes back already.`;
  if (status === "Delivered" || dispatchedAt !== null) return null;
  return `${orderId} has not left the workshop. Cancel it, and what was paid goes back: orders cancel.`;
}
