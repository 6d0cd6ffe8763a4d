import { eq } from "drizzle-orm";
import { restockPieces } from "#shop/inventory/server/index.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { calculateWorth, describePiecesRefusal, listRemaining, type Pieces } from "../returned-pieces.ts";
import { wasPaid } from "../status.ts";
import { createNote } from "./create-note.ts";
import { listOrderLines } from "./describe-orders.ts";
import { requireOrder } from "./lock-order.ts";
import { getUnrefunded, startRefund, toRefundAmount } from "./start-refund.ts";
import { orderNote, orderRefund, type OrderRefundRow, type OrderRow } from "./tables.ts";

export interface RefundRequest {
  /** Null for what the pieces are worth, or else all that is left. */
  amountPaise: number | null;
  /** What came back; null for money alone, or all that is left. */
  pieces?: Pieces[] | null;
  /** The pieces are as new and can be sold again. */
  isRestocked?: boolean;
  /** For the owner's own notes. */
  reason: string;
}

export interface Refunded {
  order: OrderRow;
  amountPaise: number;
  /** What of the money could still go back. */
  leftPaise: number;
}

/**
 * Gives back money of an order that has left the workshop: its parcel was lost, broken, or pieces of it returned. Any
 * number of times, until nothing is left. The order stays what it is, and its pieces are back in stock only when it is
 * said. @throws CommandRefused
 */
export const refundOrder = (context: Context, given: string, request: RefundRequest): Promise<Refunded> =>
  context.transact(async (tx) => refundLocked(context, tx, await requireOrder(tx, given), request));

/** The same in the caller's transaction, of an order that is locked. */
export async function refundLocked(
  context: Context,
  tx: Tx,
  order: OrderRow,
  request: RefundRequest,
): Promise<Refunded> {
  const refusal = findRefundRefusal(order);
  if (refusal) throw new CommandRefused(refusal);
  const { pieces, amountPaise } = await resolveRefund(tx, order, request);
  const refunded = await startRefund(context, tx, order, "return", amountPaise, pieces);
  if (request.isRestocked) await restockPieces(tx, order.id, requirePieces(pieces));
  const note = createNote(context.now(), order.id, `Money back: ${request.reason}`);
  await tx.insert(orderNote).values(note);
  return { order: refunded, amountPaise, leftPaise: getUnrefunded(refunded) };
}

/** What of an order went back, or is on its way, the earliest first. */
export const listOrderRefunds = (db: Db | Tx, orderKey: string): Promise<OrderRefundRow[]> =>
  db
    .select()
    .from(orderRefund)
    .where(eq(orderRefund.orderId, orderKey))
    .orderBy(orderRefund.createdAt, orderRefund.id);

/** Which pieces it is for, and how much goes back. */
async function resolveRefund(
  tx: Tx,
  order: OrderRow,
  { pieces: named = null, amountPaise: wanted }: RefundRequest,
) {
  const { orderId, payable } = order;
  const lines = await listOrderLines(tx, [order.id]);
  const before = (await listOrderRefunds(tx, order.id)).flatMap((refund) => refund.pieces ?? []);
  const isAll = named === null && wanted === null;
  const pieces = isAll ? listRemaining(lines, before) : named;
  const refusal = describePiecesRefusal(orderId, lines, before, pieces ?? []);
  if (refusal) throw new CommandRefused(refusal);
  const worth = named && calculateWorth(payable, lines, before, named);
  const amountPaise = toRefundAmount(order, wanted ?? worth);
  return { pieces: pieces?.length ? pieces : null, amountPaise };
}

function requirePieces(pieces: Pieces[] | null): Pieces[] {
  if (pieces === null) throw new CommandRefused("Which pieces are back? --line <product>:<quantity>.");
  return pieces;
}

function findRefundRefusal(order: OrderRow): string | null {
  const { orderId, status, paymentStatus, payable, dispatchedAt } = order;
  if (!wasPaid(paymentStatus) || payable === 0)
    return `Nothing was paid for ${orderId}, so nothing goes back.`;
  if (getUnrefunded(order) === 0) return `All the money of ${orderId} goes back already.`;
  if (status === "Delivered" || dispatchedAt !== null) return null;
  return `${orderId} has not left the workshop. Cancel it, and what was paid goes back: orders cancel.`;
}
