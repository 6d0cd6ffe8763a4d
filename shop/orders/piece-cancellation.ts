import * as v from "valibot";
import { MAX_QUANTITY } from "#shop/inventory/stock.ts";
import { type CancellableOrder, type CancellationRefusal, findCancellationRefusal } from "./cancellation.ts";
import { type CancellableLine, listWanted } from "./parcels.ts";
import type { Pieces } from "./returned-pieces.ts";
import { awaitsCash, toShownStatus } from "./status.ts";
import { wasPaid } from "#shop/payments/payment.ts";

export const cancelPiecesSchema = v.object({
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_QUANTITY)),
  /** The number of cancelled pieces that the page showed, so that a repeated request cancels only once. */
  known: v.pipe(v.number(), v.integer(), v.minValue(0)),
  amount: v.pipe(v.number(), v.minValue(0)),
});

export type PieceCancellation = v.InferOutput<typeof cancelPiecesSchema>;

type PieceRefusal = CancellationRefusal | "not_paid" | "cash";

interface PieceOrder extends CancellableOrder {
  paymentStatus: string;
  cash?: unknown;
}

/** Returns why the customer cannot cancel single pieces of a paid order; null if the customer can (§5). */
export function findPieceRefusal(order: PieceOrder, now: Date): PieceRefusal | null {
  const refusal = findCancellationRefusal(order, now);
  if (refusal !== null) return refusal;
  if (awaitsCash(order)) return "cash";
  return wasPaid(order.paymentStatus) && toShownStatus(order.orderStatus) === "Processing"
    ? null
    : "not_paid";
}

/** Lists how many pieces of each product the customer can cancel. At least one piece of the order must remain (§5). */
export function listCancellable(order: PieceOrder, lines: readonly CancellableLine[], now: Date): Pieces[] {
  if (findPieceRefusal(order, now) !== null) return [];
  const cancellableLines = listWanted(lines);
  const maxQuantity = cancellableLines.reduce((sum, { quantity }) => sum + quantity, 0) - 1;
  return cancellableLines
    .map(({ productId, quantity }) => ({ productId, quantity: Math.min(quantity, maxQuantity) }))
    .filter(({ quantity }) => quantity > 0);
}

export const pieceMessages = {
  cancelled: "Cancelled. We'll e-mail you about your refund.",
  failed: "We could not cancel these pieces. Please try again.",
  notPaid:
    "You can cancel single pieces after the order is paid. Until then, you can only cancel the whole order.",
  cash: "You pay this order on delivery, so single pieces cannot be cancelled. You can cancel the whole order and order again.",
  noSuchPieces: "These pieces are not in the order, or are already cancelled.",
  wholeOrder: "These are all the remaining pieces. Please cancel the whole order instead.",
  changed: "This order has changed in the meantime. Please check it and try again.",
  tooMany: "Too many requests for refund amounts. Please try again in a minute.",
} as const;

export const describeCancelled = ({ cancelled, quantity }: { cancelled: number; quantity: number }): string =>
  cancelled === quantity ? "Cancelled" : `${cancelled} of ${quantity} cancelled`;
