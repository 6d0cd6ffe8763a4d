import { formatRupeesGrouped } from "#contract/money.ts";
import { joinTexts } from "#contract/text.ts";
import {
  countPieces,
  isReturnOpen,
  limitPieces,
  listRemaining,
  listReturnRequests,
} from "#shop/orders/returned-pieces.ts";
import { countLeft, listReplaced, type ShownOrder } from "../order-parts.tsx";

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

/** True if pieces of the order still have to be sent. */
export const isWaiting = ({ dispatchedAt, partlySent, sendAgainSince }: ShownOrder): boolean =>
  dispatchedAt === null || partlySent || sendAgainSince !== null;

/** Lists the pieces of the next parcel: all that are left to send, or else those of a replacement that waits. */
export function listNextPieces(order: ShownOrder) {
  const unsent = listUnsent(order);
  return unsent.length > 0 ? unsent : listReplaced(order.lines);
}

export const hasOpenReturn = (order: ShownOrder): boolean => listReturnRequests(order).some(isReturnOpen);

/**
 * Lists the pieces for the refund form, without those of open returns. A line with no piece to refund has the quantity
 * 0. Lines whose pieces are all cancelled are omitted.
 */
export function listRefundable(order: ShownOrder, isExcluded = isReturnOpen, why = "in an open return") {
  const { cgst = 0, sgst = 0, coupon = 0 } = order;
  const unrefunded = listRemaining(order.lines, listRefundedPieces(order));
  const excluded = listReturnRequests(order).filter(isExcluded);
  const free = listRemaining(
    unrefunded,
    excluded.flatMap(({ pieces }) => pieces),
  );
  return order.lines
    .filter((line) => countLeft(line) > 0)
    .map((line) => {
      const count = (pieces: typeof unrefunded) =>
        Math.min(countLeft(line), countPieces(pieces, line.productId));
      const quantity = count(free);
      const refunded = countLeft(line) - count(unrefunded);
      const inReturn = count(unrefunded) - quantity;
      const { paid } = line;
      const price =
        quantity > 0 &&
        paid !== undefined &&
        joinTexts(
          " ",
          `${formatRupeesGrouped(Math.round(paid / line.quantity))} each`,
          cgst + sgst > 0 && "with GST",
          coupon > 0 && "after the discount",
        );
      const isAllRefunded = refunded === countLeft(line);
      const note = refunded > 0 && (isAllRefunded ? "Already refunded" : `${refunded} already refunded`);
      const returnNote = inReturn > 0 && `${inReturn} ${why}`;
      return { ...line, quantity, note: joinTexts(", ", price, note, returnNote) };
    });
}

/** Lists the pieces for a new return. The pieces of a refused return cannot be returned again. */
export const listReturnable = (order: ShownOrder) =>
  listRefundable(order, ({ status }) => status !== "Refunded", "in an open or refused return");

const listRefundedPieces = ({ refunds = [] }: Pick<ShownOrder, "refunds">) =>
  refunds.flatMap(({ pieces }) => pieces ?? []);

/** True if no money is left to refund for the pieces of a return. */
export function isRefunded({ lines, refundable, ...order }: ShownOrder, number: number): boolean {
  const { pieces = [] } = listReturnRequests(order)[number - 1] ?? {};
  const left = limitPieces(pieces, listRemaining(lines, listRefundedPieces(order)));
  const isFree = (id: string) => lines.find(({ productId }) => productId === id)?.paid === 0;
  return refundable === 0 || left.every(({ productId }) => isFree(productId));
}
