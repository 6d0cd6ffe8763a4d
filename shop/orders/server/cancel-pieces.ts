import { and, eq, sql } from "drizzle-orm";
import type { Paise } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import { restockPieces } from "#shop/inventory/server/index.ts";
import { orderPartCancelled } from "../events.ts";
import { describeUnsentRefusal, findEnd } from "../parcels.ts";
import { awaitsCash } from "../status.ts";
import { calculateWorth, formatPieces, listRemaining, type Pieces } from "../returned-pieces.ts";
import { requireOrder, toTransitionState } from "./change-status.ts";
import { createNote } from "./describe-for-operator.ts";
import { openParcels, settleParcels } from "./order-parcels.ts";
import { describeTransitionError } from "./order-transitions.ts";
import { findOpenReplacement, getUnrefunded, listRefundedPieces, startRefund } from "./refunds.ts";
import { orderLine, orderNote, type OrderRow } from "./tables.ts";

export interface CancelledPieces {
  order: OrderRow;
  /** `1 × Teak Tray` */
  pieces: string;
  /** The amount to refund for them. */
  amountPaise: Paise;
}

/**
 * Cancels some pieces of a paid order before shipping: refunds their share of the amount paid, restocks them, and ships
 * the rest. `ask` gets the result and may throw to undo it. @throws CommandRefused
 */
export const cancelPieces = (
  context: Context,
  given: string,
  { pieces, reason }: { pieces: Pieces[]; reason: string },
  ask: (done: CancelledPieces) => void = () => {},
): Promise<CancelledPieces> =>
  context.transact(async (tx) => {
    const order = await requireOrder(tx, given);
    const refusal = findPartRefusal(order);
    if (refusal) throw new CommandRefused(refusal);
    const { lines, parcels, unsent } = await openParcels(tx, order);
    const wrong = describeUnsentRefusal(order.orderId, unsent, pieces);
    if (wrong) throw new CommandRefused(wrong);
    if (parcels.length === 0 && listRemaining(unsent, pieces).length === 0)
      throw new CommandRefused(
        `That is all of ${order.orderId}. Cancel it as a whole: orders cancel ${order.orderId} --reason "…"`,
      );
    const before = await listRefundedPieces(tx, order);
    const rest = listRemaining(unsent, pieces);
    // Keeps the money of pieces that are still to be delivered (T54). If nothing is delivered, everything is refunded,
    // including shipping.
    const owed = [...rest, ...(findOpenReplacement(parcels)?.pieces ?? [])];
    const most = getUnrefunded(order) - calculateWorth(order, lines, [...before, ...pieces], owed);
    const amountPaise =
      findEnd(rest, parcels) === "Lost"
        ? getUnrefunded(order)
        : Math.max(0, Math.min(calculateWorth(order, lines, before, pieces), most));
    await noteCancelled(tx, order, pieces);
    await restockPieces(tx, order.id, pieces);
    const named = formatPieces(pieces, lines);
    await tx.insert(orderNote).values(createNote(context.now(), order.id, `Cancelled: ${named}. ${reason}`));
    const refunded = await startRefund(context, tx, order, "return", { amountPaise, pieces });
    const settled = await settleParcels(context, tx, refunded);
    const { orderId, accountId } = order;
    await context.outbox.publish(tx, orderPartCancelled, { orderId, accountId, amountPaise, pieces });
    const done = { order: settled, pieces: named, amountPaise };
    ask(done);
    return done;
  });

/** Returns why the shop cannot cancel any part of the order; null if it can. */
function findPartRefusal(order: OrderRow): string | null {
  const { orderId, status } = order;
  if (status === "Pending")
    return `${orderId} is not paid yet, so it has no part to give back. Cancel it, and take it anew: orders cancel ${orderId}, orders take.`;
  if (awaitsCash(order))
    return `${orderId} is paid in cash when it arrives, and its label has the whole sum. Cancel it, and take it anew: orders cancel ${orderId}, orders take --cash.`;
  if (status !== "Processing") return describeTransitionError(orderId, toTransitionState(order), "Cancelled");
  if (order.cancellationStatus === "Pending")
    return `The customer of ${orderId} asks to cancel all of it. First: cancellations approve, or decline.`;
  return null;
}

async function noteCancelled(tx: Tx, { id }: OrderRow, pieces: readonly Pieces[]): Promise<void> {
  for (const { productId, quantity } of pieces)
    await tx
      .update(orderLine)
      .set({ cancelled: sql`${orderLine.cancelled} + ${quantity}` })
      .where(and(eq(orderLine.orderId, id), eq(orderLine.productId, productId)));
}
