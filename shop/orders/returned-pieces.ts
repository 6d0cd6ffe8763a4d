import * as v from "valibot";
import { calculatePercent, type Paise } from "#contract/money.ts";
import { calculateShare, distribute } from "#contract/shares.ts";
import { addRates, getRates, hasOwnRate, type PricedLine } from "#shop/pricing/gst.ts";
import { calculateShippingWorth } from "#shop/pricing/shipping-fee.ts";

export const piecesSchema = v.object({ productId: v.string(), quantity: v.number() });

export type Pieces = v.InferOutput<typeof piecesSchema>;

type Line = Pieces & PricedLine;

export interface PaidOrder {
  payable: Paise;
  shipping: Paise;
  cgstRate: number;
  sgstRate: number;
}

/**
 * Returns the paise paid for the given pieces, with taxes and after the discount. The pieces in `returned` are already
 * refunded. After all pieces are refunded in any number of steps, the amounts add up to the payment without shipping
 * (§9).
 */
export function calculateWorth(
  order: PaidOrder,
  lines: readonly Line[],
  returned: readonly Pieces[],
  pieces: readonly Pieces[],
): Paise {
  const paid = listPaid(order, lines);
  return lines.reduce((sum, line, at) => {
    const [returnedCount, now] = [countPieces(returned, line.productId), countPieces(pieces, line.productId)];
    const calculateShareOf = (count: number) => calculateShare(paid[at] ?? 0, count, line.quantity);
    return sum + calculateShareOf(returnedCount + now) - calculateShareOf(returnedCount);
  }, 0);
}

/** Returns the amount paid for each order line in paise, without shipping. All are 0 if the order cost ₹0. */
export function listPaid(order: PaidOrder, lines: readonly PricedLine[]): Paise[] {
  const { payable, shipping, cgstRate: cgst, sgstRate: sgst } = order;
  const goodsPaise = payable - calculateShippingWorth(lines, { cgst, sgst }, shipping);
  return distribute(Math.max(0, goodsPaise), listWeights(order, lines));
}

/** Returns the weights for dividing the payment among the lines. All include tax if any line has its own tax rate. */
function listWeights({ cgstRate, sgstRate }: PaidOrder, lines: readonly PricedLine[]): number[] {
  const lineTotals = lines.map(({ unitPrice, quantity }) => unitPrice * quantity);
  const ordinary = { cgst: cgstRate, sgst: sgstRate };
  return lines.some(hasOwnRate)
    ? lineTotals.map((sum, at) => sum + calculatePercent(sum, addRates(getRates(lines[at] ?? {}, ordinary))))
    : lineTotals;
}

export const listRemaining = (lines: readonly Pieces[], returned: readonly Pieces[]): Pieces[] =>
  lines
    .map(({ productId, quantity }) => ({ productId, quantity: quantity - countPieces(returned, productId) }))
    .filter(({ quantity }) => quantity > 0);

export const limitPieces = (pieces: readonly Pieces[], available: readonly Pieces[]): Pieces[] =>
  [...new Set(pieces.map(({ productId }) => productId))]
    .map((productId) => ({
      productId,
      quantity: Math.min(countPieces(pieces, productId), countPieces(available, productId)),
    }))
    .filter(({ quantity }) => quantity > 0);

export const countPieces = (pieces: readonly Pieces[], productId: string): number =>
  pieces.reduce((sum, piece) => sum + (piece.productId === productId ? piece.quantity : 0), 0);

export function describePiecesRefusal(
  orderId: string,
  lines: readonly Pieces[],
  returned: readonly Pieces[],
  pieces: readonly Pieces[],
): string | null {
  const remaining = listRemaining(lines, returned);
  for (const { productId } of pieces) {
    if (!lines.some((line) => line.productId === productId))
      return `${orderId} has no ${productId}. It has: ${lines.map((line) => line.productId).join(", ")}.`;
    const available = countPieces(remaining, productId);
    if (countPieces(pieces, productId) > available)
      return `${orderId} has ${available === 0 ? "no piece" : `only ${available}`} of ${productId} left to refund.`;
  }
  return null;
}

export const formatPieces = (
  pieces: readonly Pieces[],
  lines: readonly { productId: string; title: string }[],
): string =>
  pieces
    .map(
      ({ productId, quantity }) =>
        `${quantity} × ${lines.find((line) => line.productId === productId)?.title ?? productId}`,
    )
    .join(", ");

export const returnStatuses = ["Requested", "Accepted", "Refused", "Received", "Refunded"] as const;
export type ReturnStatus = (typeof returnStatuses)[number];

export const isReturnOpen = ({ status }: Pick<ReturnRequest, "status">): boolean =>
  status !== "Refused" && status !== "Refunded";

export const returnPayers = ["shop", "customer"] as const;
export type ReturnPayer = (typeof returnPayers)[number];

/** Times are ISO 8601 texts. */
export const storedReturnSchema = v.object({
  status: v.picklist(returnStatuses),
  reasons: v.array(v.string()),
  comments: v.string(),
  pieces: v.array(piecesSchema),
  requestedAt: v.string(),
  words: v.optional(v.string()),
  payer: v.optional(v.picklist(returnPayers)),
  changedAt: v.string(),
});

export type ReturnRequest = v.InferOutput<typeof storedReturnSchema>;

export interface ReturnsOfOrder {
  returnRequest?: ReturnRequest | null | undefined;
  laterReturns?: readonly ReturnRequest[] | undefined;
}

/** Lists the returns of an order, oldest first. The number of a return is its position in this list, from 1. */
export const listReturnRequests = ({ returnRequest, laterReturns = [] }: ReturnsOfOrder): ReturnRequest[] =>
  returnRequest ? [returnRequest, ...laterReturns] : [];

/** Returns `pieces` without the pieces of open returns, which are refunded with their return. */
const listOutsideReturns = (order: ReturnsOfOrder, pieces: readonly Pieces[]): Pieces[] =>
  listRemaining(
    pieces,
    listReturnRequests(order)
      .filter(isReturnOpen)
      .flatMap((request) => request.pieces),
  );

/**
 * Returns an error message if pieces in an open return would be refunded or sent again; otherwise null. `available` are
 * the pieces of the order that were not refunded or replaced before.
 */
export function describeReturning(
  order: ReturnsOfOrder & { orderId: string },
  available: readonly Pieces[],
  pieces: readonly Pieces[],
): string | null {
  const free = listOutsideReturns(order, available);
  const returning = pieces.find(
    ({ productId }) => countPieces(pieces, productId) > countPieces(free, productId),
  );
  const requests = listReturnRequests(order);
  const at = requests.findIndex(
    (request) => isReturnOpen(request) && returning && countPieces(request.pieces, returning.productId) > 0,
  );
  if (!returning || at === -1) return null;
  const name = requests.length > 1 ? `the open return ${at + 1}` : "an open return";
  return `${returning.productId} of ${order.orderId} is in ${name}. Refund or refuse this return first.`;
}

/**
 * Returns the number of refunded pieces of an order line (`all`), and how many of their refunds were sent (`sent`).
 * Leaves out the cancelled pieces, which are always refunded first.
 */
export function countRefunded(
  refunds: readonly { pieces: readonly Pieces[] | null; processedAt: string | null }[],
  { productId, cancelled }: { productId: string; cancelled: number },
): { all: number; sent: number } {
  const sentTimes = refunds
    .flatMap(({ pieces, processedAt }) =>
      Array.from({ length: countPieces(pieces ?? [], productId) }, () => processedAt),
    )
    .slice(cancelled);
  return { all: sentTimes.length, sent: sentTimes.filter((time) => time !== null).length };
}
