import { describeTransitionError } from "../order-transitions.ts";
import { and, eq, sql } from "drizzle-orm";
import { type Paise, toRupees } from "#contract/money.ts";
import { MINUTE } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { isRefused, refuse } from "#platform/http/refuse.ts";
import { type Limit, refuseTooMany } from "#platform/limits/rate-limit.ts";
import { CommandRefused, refuseIf } from "#platform/operator/command.ts";
import { restockPieces } from "#shop/inventory/server/index.ts";
import { getRules } from "#shop/policies/rules.ts";
import { writeCancellationRefusals } from "../cancellation.ts";
import { orderPartCancelled } from "../events.ts";
import { describeUnsentRefusal, findEnd, findOpenReplacement } from "../parcels.ts";
import { findPieceRefusal, listCancellable, type PieceCancellation } from "../piece-cancellation.ts";
import { awaitsCash, getUnrefunded } from "../status.ts";
import { calculateWorth, countPieces, formatPieces, listRemaining, type Pieces } from "../returned-pieces.ts";
import { addNote, publishEvent } from "./change-status.ts";
import { changeOrder, lockOrder } from "./list-orders.ts";
import { listOrderLines, lockGoods, type OrderGoods, readGoods } from "./order-goods.ts";
import { settleParcels } from "./order-parcels.ts";
import { toCancellable } from "./serialize-order.ts";
import { startRefund } from "./refunds.ts";
import { orderLine, type OrderRow } from "./tables.ts";

export interface CancelledPieces {
  order: OrderRow;
  pieces: string;
  amountPaise: Paise;
}

/**
 * Cancels some pieces of a paid order before they are shipped, restocks them and refunds their price. `confirm` runs
 * before the commit and may throw to roll back. @throws CommandRefused
 */
export const cancelPieces = (
  context: Context,
  typedOrderId: string,
  { pieces, reason }: { pieces: Pieces[]; reason: string },
  confirm: (result: CancelledPieces) => void = () => {},
): Promise<CancelledPieces> =>
  changeOrder(context, typedOrderId, confirm, async (tx, order) => {
    const goods = await readGoods(tx, order);
    const amountPaise = planPartCancellation(goods, pieces);
    return cancelLocked(context, tx, goods, { pieces, amountPaise, reason, by: "owner" });
  });

export function planPartCancellation(goods: OrderGoods, pieces: Pieces[]): Paise {
  const { order } = goods;
  refuseIf(findPartRefusal(order) ?? describeUnsentRefusal(order.orderId, goods.unsent, pieces));
  if (isAllOf(goods, pieces))
    throw new CommandRefused(
      `These are all the pieces of ${order.orderId}. To cancel the whole order, choose no pieces.`,
    );
  return calculateBack(goods, pieces);
}

/** The limit of requests for refund amounts. A request about 1,000 pieces takes 0.1 s of processor time. */
const PIECE_REFUNDS_LIMIT: Limit = { burst: 60, perMs: 5 * MINUTE };

/** Returns the refunds in paise for 1, 2, 3 … pieces of a product, up to the number that the customer can cancel. */
export async function listPieceRefunds(
  context: Context,
  accountId: string,
  { orderId, productId }: { orderId: string; productId: string },
) {
  const key = `orders:pieces:${accountId}`;
  const limited = await refuseTooMany(context, [key, PIECE_REFUNDS_LIMIT]);
  if (limited) return limited;
  return context.transact(async (tx) => {
    const ownPieces = await openOwnPieces(context, tx, accountId, orderId, productId);
    if (isRefused(ownPieces)) return ownPieces;
    return Array.from({ length: ownPieces.most }, (_, at) =>
      calculateBack(ownPieces, [{ productId, quantity: at + 1 }]),
    );
  });
}

/** Cancels pieces. Returns null if this request or an earlier copy of it (§5) cancelled them; otherwise a refusal. */
export const cancelOwnPieces = (
  context: Context,
  accountId: string,
  { orderId, productId }: { orderId: string; productId: string },
  { quantity, known, amount }: PieceCancellation,
) =>
  context.transact(async (tx) => {
    const order = await lockOrder(tx, orderId, accountId);
    if (!order) return refuse("not_found");
    const line = (await listOrderLines(tx, [order.id])).find((each) => each.productId === productId);
    if (!line) return refuse("no_such_pieces");
    if (line.cancelled === known + quantity) return null;
    if (line.cancelled !== known) return refuse("changed");
    const ownPieces = await openOwnPieces(context, tx, accountId, orderId, productId);
    if (isRefused(ownPieces)) return ownPieces;
    const pieces = [{ productId, quantity }];
    if (quantity > ownPieces.most)
      return refuse(isAllOf(ownPieces, pieces) ? "whole_order" : "no_such_pieces");
    const amountPaise = calculateBack(ownPieces, pieces);
    if (toRupees(amountPaise) !== amount) return refuse("changed");
    const reason = "By the customer.";
    await cancelLocked(context, tx, ownPieces, { pieces, amountPaise, reason, by: "customer" });
    return null;
  });

async function openOwnPieces(
  context: Context,
  tx: Tx,
  accountId: string,
  typedOrderId: string,
  productId: string,
) {
  const goods = await lockGoods(tx, typedOrderId, accountId);
  if (!goods) return refuse("not_found");
  const { order } = goods;
  const now = context.now();
  const cancellableOrder = toCancellable(order);
  const refusal = findPieceRefusal(cancellableOrder, now);
  if (refusal === "cash" || refusal === "not_paid") return refuse(refusal);
  if (refusal !== null)
    return refuse(refusal, { message: writeCancellationRefusals(getRules(order.promised))[refusal] });
  const unsentCount = countPieces(goods.unsent, productId);
  const maxQuantity = Math.min(
    countPieces(listCancellable(cancellableOrder, goods.lines, now), productId),
    unsentCount,
  );
  if (maxQuantity === 0) return refuse(unsentCount === 0 ? "no_such_pieces" : "whole_order");
  return { ...goods, most: maxQuantity };
}

const isAllOf = ({ parcels, unsent }: OrderGoods, pieces: readonly Pieces[]): boolean =>
  parcels.length === 0 && listRemaining(unsent, pieces).length === 0;

function calculateBack(
  { order, lines, parcels, unsent, refunded }: OrderGoods,
  pieces: readonly Pieces[],
): Paise {
  const remaining = listRemaining(unsent, pieces);
  // If all other pieces were lost, nothing is left to deliver, so the shipping fee is refunded too.
  if (findEnd(remaining, parcels) === "Lost") return getUnrefunded(order);
  // The payment for pieces that must still be delivered is not refunded (T54).
  const undelivered = [...remaining, ...(findOpenReplacement(parcels)?.pieces ?? [])];
  const maxPaise = getUnrefunded(order) - calculateWorth(order, lines, [...refunded, ...pieces], undelivered);
  return Math.max(0, Math.min(calculateWorth(order, lines, refunded, pieces), maxPaise));
}

interface CancelRequest {
  pieces: Pieces[];
  amountPaise: Paise;
  reason: string;
  by: "owner" | "customer";
}

async function cancelLocked(
  context: Context,
  tx: Tx,
  { order, lines }: OrderGoods,
  { pieces, amountPaise, reason, by }: CancelRequest,
): Promise<CancelledPieces> {
  for (const { productId, quantity } of pieces)
    await tx
      .update(orderLine)
      .set({ cancelled: sql`${orderLine.cancelled} + ${quantity}` })
      .where(and(eq(orderLine.orderId, order.id), eq(orderLine.productId, productId)));
  await restockPieces(tx, order.id, pieces);
  const pieceNames = formatPieces(pieces, lines);
  await addNote(context, tx, order.id, `Cancelled: ${pieceNames}. ${reason}`);
  const refunded = await startRefund(context, tx, order, "return", { amountPaise, pieces });
  const updated = await settleParcels(context, tx, refunded);
  await publishEvent(context, tx, order, orderPartCancelled, { amountPaise, pieces, by });
  return { order: updated, pieces: pieceNames, amountPaise };
}

function findPartRefusal(order: OrderRow): string | null {
  const { orderId, status } = order;
  if (status === "Pending")
    return `${orderId} is not paid yet, so single pieces cannot be cancelled. Cancel the whole order and enter it again as an order by phone.`;
  if (awaitsCash(order))
    return `${orderId} is a cash-on-delivery order, and its label shows the whole amount, so single pieces cannot be cancelled. Cancel the whole order and enter it again as an order by phone.`;
  if (status !== "Processing") return describeTransitionError(order, "Cancelled");
  if (order.cancellationStatus === "Pending")
    return `The customer of ${orderId} has asked to cancel the whole order. First agree to the cancellation or decline it.`;
  return null;
}
