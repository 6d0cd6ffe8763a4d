import { formatRupeesGrouped } from "#contract/money.ts";
import { joinTexts } from "#contract/text.ts";
import {
  countPieces,
  isReturnOpen,
  limitPieces,
  listRemaining,
  listReturnRequests,
} from "#shop/orders/returned-pieces.ts";
import { countLeft, type ShownOrder } from "../order-parts.tsx";

export const countAll = (pieces: readonly { quantity: number }[]): number =>
  pieces.reduce((sum, { quantity }) => sum + quantity, 0);

export const hasSeveralPieces = (order: ShownOrder): boolean => countAll(listLeft(order)) > 1;

export const listLeft = ({ lines }: Pick<ShownOrder, "lines">) =>
  lines.map((line) => ({ ...line, quantity: countLeft(line) })).filter(({ quantity }) => quantity > 0);

/** Lists the pieces that are neither cancelled nor sent. */
export const listUnsent = ({ lines }: Pick<ShownOrder, "lines">) =>
  lines
    .map((line) => ({ ...line, quantity: line.unsent ?? countLeft(line) }))
    .filter(({ quantity }) => quantity > 0);

const listOpenReturns = (order: ShownOrder) => listReturnRequests(order).filter(isReturnOpen);

export const hasOpenReturn = (order: ShownOrder): boolean => listOpenReturns(order).length > 0;

/**
 * Lists the pieces for the refund form, without those of open returns. Lines with no piece to refund remain, with a
 * quantity of 0.
 */
export function listRefundable(order: ShownOrder) {
  const returning = listOpenReturns(order).flatMap(({ pieces }) => pieces);
  return order.lines
    .filter((line) => countLeft(line) > 0)
    .map((line) => {
      const refunded = Math.min(countLeft(line), countRefunded(order, line).all);
      const inReturn = Math.min(countLeft(line) - refunded, countPieces(returning, line.productId));
      const quantity = countLeft(line) - refunded - inReturn;
      const { paid } = line;
      const price =
        quantity > 0 && paid !== undefined && `${formatRupeesGrouped(Math.round(paid / line.quantity))} each`;
      const isAllRefunded = refunded === countLeft(line);
      const note = refunded > 0 && (isAllRefunded ? "Already refunded" : `${refunded} already refunded`);
      const returnNote = inReturn > 0 && `${inReturn} in an open return`;
      return { ...line, quantity, note: joinTexts(", ", price, note, returnNote) };
    });
}

/**
 * Counts the refunded pieces of a line, and those of them whose refund is sent. The cancelled pieces of the line are
 * refunded first, and are not counted.
 */
export function countRefunded(
  { refunds = [] }: Pick<ShownOrder, "refunds">,
  { productId, cancelled }: { productId: string; cancelled: number },
): { all: number; sent: number } {
  const sentTimes = refunds
    .flatMap(({ pieces, processedAt }) =>
      Array.from({ length: countPieces(pieces ?? [], productId) }, () => processedAt),
    )
    .slice(cancelled);
  return { all: sentTimes.length, sent: sentTimes.filter((time) => time !== null).length };
}

const listRefundedPieces = ({ refunds = [] }: Pick<ShownOrder, "refunds">) =>
  refunds.flatMap(({ pieces }) => pieces ?? []);

/** True if no money is left to refund for the pieces of a return. */
export function isRefunded({ lines, refundable, ...order }: ShownOrder, number: number): boolean {
  const { pieces = [] } = listReturnRequests(order)[number - 1] ?? {};
  const left = limitPieces(pieces, listRemaining(lines, listRefundedPieces(order)));
  const isFree = (id: string) => lines.find(({ productId }) => productId === id)?.paid === 0;
  return refundable === 0 || left.every(({ productId }) => isFree(productId));
}
