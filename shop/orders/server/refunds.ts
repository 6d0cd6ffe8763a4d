import { eq } from "drizzle-orm";
import { restockPieces } from "#shop/inventory/server/index.ts";
import { CommandRefused, refuseIf } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { describeDirectPayment } from "../describe-for-owner.ts";
import { findOpenReplacement } from "../parcels.ts";
import {
  calculateWorth,
  countPieces,
  describePiecesRefusal,
  describeReturning,
  formatPieces,
  limitPieces,
  listRemaining,
  type Pieces,
} from "../returned-pieces.ts";
import { orderPaymentTransitions, getUnrefunded } from "../status.ts";
import { wasPaid } from "#shop/payments/payment.ts";
import { listOrderRefunds, type OrderGoods, readGoods } from "./order-goods.ts";
import { addNote, publishChange, updateOrder } from "./change-status.ts";
import { changeOrder } from "./list-orders.ts";
import { orderRefund, type OrderRow, type ParcelRow } from "./tables.ts";
import { formatRupeesGrouped, type Paise } from "#contract/money.ts";
import { generateUuid } from "#platform/ids.ts";
import { requestRefund, listRefunds, settleFindings } from "#shop/payments/server/index.ts";
import type { RefundReason } from "#shop/payments/refund.ts";
import { hasInvoice, issueInvoice } from "#shop/documents/server/index.ts";

interface RefundRequest {
  /** The paise to refund. If null, the price of `pieces`, or the whole remaining amount if `pieces` is null too. */
  amountPaise: number | null;
  /** The refunded pieces. Null if the amount does not belong to particular pieces. */
  pieces?: Pieces[] | null;
  isRestocked?: boolean;
  reason: string;
  /** The reference of the owner's bank transfer. Missing if the provider sends the refund. */
  byHand?: string | undefined;
  /** True if a refund that the provider cannot send may wait until the owner has sent the money. */
  canWait?: true;
  /** True if pieces of an open return are allowed: the return is being refunded, or the pieces' parcel was lost. */
  mayBeReturning?: true;
}

export interface RefundResult {
  order: OrderRow;
  amountPaise: number;
  leftPaise: number;
}

/** Refunds an order but keeps its status. `confirm` may throw before the commit to roll back. @throws CommandRefused */
export const refundOrder = (
  context: Context,
  typedOrderId: string,
  request: RefundRequest,
  confirm: (result: RefundResult) => void = () => {},
): Promise<RefundResult> =>
  changeOrder(context, typedOrderId, confirm, (tx, order) => refundLocked(context, tx, order, request));

export async function refundLocked(
  context: Context,
  tx: Tx,
  order: OrderRow,
  request: RefundRequest,
): Promise<RefundResult> {
  const { pieces, amountPaise } = planRefund(await readGoods(tx, order), request);
  const refunded = await startRefund(context, tx, order, "return", {
    amountPaise,
    pieces,
    byHand: request.byHand,
  });
  if (request.isRestocked) {
    if (pieces === null) throw new CommandRefused("Enter the pieces that are back, for example teak-tray:1.");
    await restockPieces(tx, order.id, pieces);
  }
  const byHand = request.byHand === undefined ? "" : ` (by hand: ${request.byHand})`;
  await addNote(context, tx, order.id, `Refund: ${request.reason}${byHand}`);
  return { order: refunded, amountPaise, leftPaise: getUnrefunded(refunded) };
}

/**
 * Refunds returned pieces of a locked order. By default, the rest of their price is refunded, possibly ₹0.
 * @throws CommandRefused
 */
export async function refundReturned(
  context: Context,
  tx: Tx,
  order: OrderRow,
  request: { pieces: Pieces[]; isRestocked: boolean } & Pick<RefundRequest, "amountPaise" | "byHand">,
): Promise<RefundResult> {
  const { pieces: returned, amountPaise, isRestocked, byHand } = request;
  const { lines, refunded: earlier } = await readGoods(tx, order);
  const unrefunded = limitPieces(returned, listRemaining(lines, earlier));
  const pieces = unrefunded.length > 0 ? unrefunded : null;
  if (isRestocked) await restockPieces(tx, order.id, pieces ?? returned);
  if (amountPaise !== null || (getUnrefunded(order) > 0 && pieces !== null)) {
    const reason = "returned by the customer";
    return refundLocked(context, tx, order, { amountPaise, pieces, byHand, reason, mayBeReturning: true });
  }
  const refunded = await startRefund(context, tx, order, "return", { amountPaise: 0, pieces });
  return { order: refunded, amountPaise: 0, leftPaise: 0 };
}

/**
 * Returns the pieces and paise to refund. Leaves out the price of pieces that are still to be sent, and of an open
 * replacement (T54). @throws CommandRefused
 */
export function planRefund(
  goods: OrderGoods,
  {
    pieces: requestedPieces = null,
    amountPaise: requestedPaise,
    byHand,
    canWait,
    mayBeReturning,
  }: Omit<RefundRequest, "reason">,
): { pieces: Pieces[] | null; amountPaise: Paise } {
  const { order, lines, parcels, unsent, refunded } = goods;
  refuseIf(findRefundRefusal(order));
  const { orderId } = order;
  const isAll = requestedPieces === null && requestedPaise === null;
  const pieces = isAll ? listRemaining(lines, refunded) : requestedPieces;
  const unsentPieces = order.partlySent ? unsent : [];
  const replacement = findOpenReplacement(parcels);
  const refundable = listRemaining(listRemaining(lines, refunded), unsentPieces);
  refuseIf(
    describePiecesRefusal(orderId, lines, refunded, pieces ?? []) ??
      describeUnsentPieces(orderId, unsentPieces, pieces ?? [], refundable) ??
      describeReplacedPieces(orderId, replacement, pieces ?? [], refundable) ??
      (mayBeReturning ? null : describeReturning(order, refundable, pieces ?? [])),
  );
  const piecesPaise = requestedPieces && calculateWorth(order, lines, refunded, requestedPieces);
  const undelivered = [...unsentPieces, ...(replacement?.pieces ?? [])];
  const maxPaise = calculateRefundable(goods, pieces ?? []);
  if (undelivered.length > 0 && piecesPaise !== 0 && (requestedPaise ?? 0) > Math.max(maxPaise, 0))
    throw new CommandRefused(
      `${formatPieces(undelivered, lines)} of ${orderId} has not reached the customer yet, so its price cannot be refunded now. ${maxPaise > 0 ? `You can refund at most ${formatRupeesGrouped(maxPaise)}.` : "Nothing can be refunded until then."}`,
    );
  // `toRefundAmount` refuses 0, but pieces that the coupon paid for are refunded with ₹0.
  const amountPaise =
    requestedPaise === null && piecesPaise === 0
      ? 0
      : toRefundAmount(
          order,
          requestedPaise ?? (piecesPaise === null ? null : Math.min(piecesPaise, Math.max(maxPaise, 0))),
        );
  if (amountPaise > 0 && !canWait) refuseIf(findMethodRefusal(order, byHand));
  return { pieces: pieces?.length ? pieces : null, amountPaise };
}

/**
 * Returns the maximum refund in paise if `pieces` are refunded now. Excludes the price of the unsent pieces of a partly
 * sent order and of the pieces of an open replacement (T54). Can be negative.
 */
export function calculateRefundable(
  { order, lines, parcels, unsent, refunded }: OrderGoods,
  pieces: readonly Pieces[] = [],
): Paise {
  const undelivered = [...(order.partlySent ? unsent : []), ...(findOpenReplacement(parcels)?.pieces ?? [])];
  return getUnrefunded(order) - calculateWorth(order, lines, [...refunded, ...pieces], undelivered);
}

function describeReplacedPieces(
  orderId: string,
  replacement: ParcelRow | null,
  pieces: readonly Pieces[],
  refundable: readonly Pieces[],
): string | null {
  const twice = replacement?.pieces.find(
    ({ productId, quantity }) =>
      countPieces(pieces, productId) > countPieces(refundable, productId) - quantity,
  );
  if (!replacement || !twice) return null;
  const { position, status } = replacement;
  return [
    `${twice.quantity} of ${twice.productId} in ${orderId} is sent again free of charge: parcel ${position} ${status === "Waiting" ? "is to be packed" : "is on its way"}.`,
    status === "Waiting"
      ? `To refund the pieces instead, cancel the replacement first.`
      : `You can refund the pieces after this parcel is marked as delivered or lost.`,
  ].join(" ");
}

/**
 * Returns an error message if some of the pieces are not shipped yet; otherwise null. The owner must cancel them
 * instead, because a refund would not stop their shipping.
 */
function describeUnsentPieces(
  orderId: string,
  unsent: readonly Pieces[],
  pieces: readonly Pieces[],
  refundable: readonly Pieces[],
): string | null {
  const unavailable = unsent.find(
    ({ productId }) => countPieces(pieces, productId) > countPieces(refundable, productId),
  );
  if (!unavailable) return null;
  const { productId, quantity } = unavailable;
  return `${quantity} of ${productId} in ${orderId} has not been dispatched yet. Cancel these pieces (${productId}:${quantity}) instead, or enter only pieces that were dispatched.`;
}

function findRefundRefusal(order: OrderRow): string | null {
  const { orderId, status, paymentStatus, payable, dispatchedAt } = order;
  if (!wasPaid(paymentStatus) || payable === 0)
    return `${orderId} was not paid, so there is no money to refund.`;
  if (getUnrefunded(order) === 0) return `${orderId} is already fully refunded.`;
  if (status === "Delivered" || dispatchedAt !== null) return null;
  return `${orderId} has not been dispatched yet. Cancel the order or some of its pieces, and the payment for them is refunded.`;
}

/** Refuses `byHand` for an online payment and requires it otherwise: the provider refunds only online payments. */
function findMethodRefusal(order: OrderRow, byHand: string | undefined): string | null {
  const { orderId } = order;
  const how = describeDirectPayment(order);
  if (how !== null && byHand === undefined)
    return `${orderId} was paid ${how}, so it cannot be refunded automatically. Send the money to the customer yourself, by UPI or bank transfer. Then enter the reference of your transfer, for example "UPI 428812345678".`;
  return how === null && byHand !== undefined
    ? `${orderId} was paid online, so it is refunded to the original payment method. Leave the reference of your own transfer empty.`
    : null;
}

/**
 * Records a refund of a locked order and requests it from the provider, unless the owner has transferred the money. A
 * refund of ₹0 is complete at once. @throws Error if the payment cannot be refunded
 */
export async function startRefund(
  context: Context,
  tx: Tx,
  order: OrderRow,
  reason: RefundReason,
  { amountPaise, pieces = null, byHand }: { amountPaise: number } & Pick<RefundRequest, "pieces" | "byHand">,
): Promise<OrderRow> {
  const { orderId, paymentStatus } = order;
  const isRefunding = paymentStatus === "Refunding";
  if (!isRefunding && !orderPaymentTransitions[paymentStatus].includes("Refunding"))
    throw new Error(`${orderId} cannot be refunded because its payment is ${paymentStatus}.`);
  const now = context.now();
  const isFree = amountPaise === 0;
  const isRecorded = !isFree || ((pieces ?? []).length > 0 && !(await isFullyCredited(tx, order)));
  const id = isFree
    ? generateUuid(now.getTime())
    : await requestRefund(context, tx, { orderId, reason, amountPaise, byHand });
  if (isRecorded)
    await tx.insert(orderRefund).values({
      id,
      orderId: order.id,
      amount: amountPaise,
      pieces,
      createdAt: now,
      ...(isFree && { processedAt: now }),
    });
  const changed = await updateOrder(context, tx, order, {
    refundAmount: (order.refundAmount ?? 0) + amountPaise,
    ...(!isFree && !isRefunding && { paymentStatus: "Refunding", paymentStatusBefore: paymentStatus }),
  });
  if (isFree && isRecorded && (await hasInvoice(tx, changed)))
    await issueInvoice(context, tx, changed, "credit-note", { amount: 0, refundId: id, pieces });
  await publishChange(context, tx, changed);
  return changed;
}

/** True if one refund without pieces covered the whole order. Its credit note then contains all pieces. */
const isFullyCredited = async (tx: Tx, { id, payable }: OrderRow): Promise<boolean> =>
  (await listOrderRefunds(tx, [id])).some(({ pieces, amount }) => pieces === null && amount === payable);

/**
 * Returns the paise to refund: all that is left if `amountPaise` is null. @throws CommandRefused if the amount is too
 * large, or if it is 0 although money is left
 */
export function toRefundAmount(order: OrderRow, amountPaise: number | null): number {
  const unrefunded = getUnrefunded(order);
  const refund = amountPaise ?? unrefunded;
  if (refund > 0 && unrefunded === 0)
    throw new CommandRefused(`${order.orderId} has no payment left to refund.`);
  if (refund > unrefunded || (refund === 0 && unrefunded > 0))
    throw new CommandRefused(
      `For ${order.orderId} you can refund from ₹0.01 to ${formatRupeesGrouped(unrefunded)}. Enter an amount in this range.`,
    );
  return refund;
}

/**
 * Updates the order's refunds from those stored with its payment, which include refunds made in the provider's
 * dashboard. The order must be locked and paid.
 */
export async function bookFoundRefunds(context: Context, tx: Tx, order: OrderRow): Promise<OrderRow> {
  const existing = await listRefunds(tx, order.orderId);
  const booked = await listOrderRefunds(tx, [order.id]);
  const findBooked = ({ id }: { id: string }) => booked.find((refund) => refund.id === id);
  const hasChanged = existing.some((refund) => findBooked(refund)?.amount !== refund.amount);
  if (!hasChanged) return order;
  const now = context.now();
  for (const refund of existing)
    if (!findBooked(refund))
      await tx
        .insert(orderRefund)
        .values({ id: refund.id, orderId: order.id, amount: refund.amount, createdAt: refund.createdAt });
    else await tx.update(orderRefund).set({ amount: refund.amount }).where(eq(orderRefund.id, refund.id));
  // A refund that is no longer stored with the payment was replaced by one made in the provider's dashboard. Set the
  // replaced refund to ₹0. Its returned pieces still need a credit note.
  for (const { id, amount, pieces } of booked) {
    if (amount === 0 || existing.some((refund) => refund.id === id)) continue;
    await tx.update(orderRefund).set({ amount: 0, processedAt: now }).where(eq(orderRefund.id, id));
    if (pieces?.length && (await hasInvoice(tx, order)))
      await issueInvoice(context, tx, order, "credit-note", { amount: 0, refundId: id, pieces });
  }
  const { paymentStatus } = order;
  const changed = await updateOrder(context, tx, order, {
    refundAmount: existing.reduce((sum, { amount }) => sum + amount, 0),
    ...(paymentStatus !== "Refunding" && { paymentStatus: "Refunding", paymentStatusBefore: paymentStatus }),
  });
  if (changed.status === "Cancelled") await settleFindings(context, tx, order.orderId, ["dashboard-refund"]);
  await publishChange(context, tx, changed);
  return changed;
}
