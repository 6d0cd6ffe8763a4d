import { issueChallan, cancelChallan } from "#shop/documents/server/index.ts";
import { type OrderGoods, readGoods } from "./order-goods.ts";
import { refundLocked } from "./refunds.ts";
import { publishChange, publishEvent, addNote } from "./change-status.ts";
import { insertParcel, settleParcels, moveParcel, requireSent } from "./order-parcels.ts";
import { changeOrder } from "./list-orders.ts";
import { type OrderRow, type ParcelRow, parcel } from "./tables.ts";
import {
  describeOwnTransfer,
  describeStartedRefund,
  describeMail,
  describeShortages,
  formatCustomer,
  toPlainOrder,
  orderArgument,
  FINAL,
  WHY,
} from "../describe-for-owner.ts";
import { eq } from "drizzle-orm";
import { formatRupeesGrouped, type Paise } from "#contract/money.ts";
import { joinTexts } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import {
  createRefundConfirmation,
  createConfirmation,
  type CommandInput,
  CommandRefused,
  type CommandResult,
  defineCommand,
  refuseIf,
  refuseField,
  UsageError,
} from "#platform/operator/command.ts";
import { parsePieces, parsePosition, parseRequiredText } from "#platform/operator/command-values.ts";
import {
  calculateAvailable,
  commitStock,
  readStates,
  reserveStock,
  restock,
} from "#shop/inventory/server/index.ts";
import { orderReplaced, parcelLost } from "../events.ts";
import { findEnd, findOpenReplacement } from "../parcels.ts";
import {
  calculateWorth,
  countPieces,
  describeReturning,
  formatPieces,
  listRemaining,
  type Pieces,
} from "../returned-pieces.ts";
import { awaitsCash, getUnrefunded } from "../status.ts";
import { wasPaid } from "#shop/payments/payment.ts";
import { getRules } from "#shop/policies/rules.ts";

type ReplacementResult = Awaited<ReturnType<typeof replaceLocked>>;

/**
 * Creates a free replacement parcel, which still has to be shipped. At most one per order. `confirm` may throw to roll
 * back. @throws CommandRefused
 */
export const replacePieces = (
  context: Context,
  value: string,
  { pieces, reason }: { pieces: Pieces[]; reason: string },
  confirm: (replaced: ReplacementResult) => void = () => {},
): Promise<ReplacementResult> =>
  changeOrder(context, value, confirm, async (tx, order) => {
    const replaced = await replaceLocked(context, tx, await readGoods(tx, order), { pieces, reason });
    await publishChange(context, tx, order);
    await publishEvent(context, tx, order, orderReplaced, { parcel: replaced.position });
    return replaced;
  });

async function replaceLocked(
  context: Context,
  tx: Tx,
  goods: OrderGoods,
  { pieces, reason }: { pieces: Pieces[]; reason: string },
) {
  const { order } = goods;
  refuseIf(findReplacementRefusal(goods, pieces));
  const replacement = await insertParcel(context, tx, goods, { pieces, isReplacement: true });
  // Reserve under the replacement's id: under the order's id, `reserveStock` would find the sale and do nothing.
  const shortages = await reserveStock(tx, replacement.id, pieces);
  refuseIf(shortages && describeReplacementShortages(goods, shortages));
  await commitStock(tx, replacement.id);
  const stock = [...(await readStates(tx, pieces)).values()]
    .flatMap((state) => {
      const available = calculateAvailable(state);
      return available === null ? [] : [`${available} of ${state.productId}`];
    })
    .join(", ");
  const pieceNames = formatPieces(pieces, goods.lines);
  await addNote(context, tx, order.id, `Replacement to send: ${pieceNames}. ${reason}`);
  const { number: challan } = await issueReplacementChallan(context, tx, goods, replacement);
  return { order, pieces: pieceNames, position: replacement.position, challan, stock };
}

export const issueReplacementChallan = (
  context: Context,
  tx: Tx,
  { order, lines }: OrderGoods,
  { id, pieces }: Pick<ParcelRow, "id" | "pieces">,
) =>
  issueChallan(context, tx, order, {
    parcelId: id,
    lines: lines.flatMap(({ productId, title, hsn, unitPrice }) => {
      const quantity = countPieces(pieces, productId);
      return quantity > 0 ? [{ title, hsn, quantity, unitPrice }] : [];
    }),
  });

export const describeReplacementShortages = (
  { order, lines }: OrderGoods,
  shortages: Parameters<typeof describeShortages>[0],
): string =>
  [
    ...describeShortages(shortages, lines, "needed"),
    `Correct the stock count if there are more on the shelf, or refund the pieces of ${order.orderId}.`,
  ].join("\n");

export function findReplacementRefusal(goods: OrderGoods, pieces: readonly Pieces[]): string | null {
  const { order, lines, unsent, parcels, refunded } = goods;
  const replaced = findOpenReplacement(parcels)?.pieces ?? [];
  const unsettled = listRemaining(lines, [...refunded, ...unsent, ...replaced]);
  return (
    describeIrreplaceable(goods, unsettled, pieces) ??
    describeReturning(order, unsettled, pieces) ??
    describeSpentMoney(goods, pieces)
  );
}

function describeIrreplaceable(
  { order, parcels }: OrderGoods,
  unsettled: readonly Pieces[],
  pieces: readonly Pieces[],
): string | null {
  const { orderId: id, status, paymentStatus, payable, promised } = order;
  const previous = parcels.find(({ isReplacement }) => isReplacement);
  if (previous)
    return `Pieces of ${id} were already sent again (parcel ${previous.position}, ${previous.status}), and each order can be replaced only once. Refund the pieces instead.`;
  if (!getRules(promised).replacement)
    return `Your rules promised no replacement when ${id} was placed. Refund the pieces instead.`;
  if (status === "Cancelled") return `${id} is cancelled, so its pieces cannot be sent again.`;
  if (!wasPaid(paymentStatus) && !awaitsCash(order) && payable > 0)
    return `${id} is not paid and was not sent, so its pieces cannot be sent again.`;
  const missing = pieces.find(
    ({ productId }) => countPieces(pieces, productId) > countPieces(unsettled, productId),
  );
  if (!missing) return null;
  const list = unsettled.map(({ productId, quantity }) => `${productId}:${quantity}`).join(" ");
  return `Only pieces that were dispatched and not refunded can be sent again. In ${id} that is ${countPieces(unsettled, missing.productId)} of ${missing.productId}.${list ? ` You can enter: ${list}.` : ""}`;
}

/**
 * Returns an error message if the unrefunded money does not cover the pieces that are still to be delivered;
 * otherwise null. Always null for a cash order whose cash is not collected yet.
 */
function describeSpentMoney(
  { order, lines, unsent, refunded }: OrderGoods,
  pieces: readonly Pieces[],
): string | null {
  if (awaitsCash(order)) return null;
  const returnedPaise = calculateWorth(order, lines, refunded, [...unsent, ...pieces]);
  const unrefunded = getUnrefunded(order);
  return unrefunded < returnedPaise
    ? `${formatRupeesGrouped(order.refundAmount ?? 0)} of the ${formatRupeesGrouped(order.payable)} of ${order.orderId} is already refunded. The rest does not cover the pieces that would be sent, so nothing can be sent again.`
    : null;
}

type CancelledReplacement = Pick<ReplacementResult, "order" | "pieces" | "position">;

const cancelReplacement = (
  context: Context,
  value: string,
  reason: string,
  confirm: (result: CancelledReplacement) => void,
): Promise<CancelledReplacement> =>
  changeOrder(context, value, confirm, async (tx, order) => {
    const goods = await readGoods(tx, order);
    const replacement = requireWaitingReplacement(goods);
    const pieces = formatPieces(replacement.pieces, goods.lines);
    await cancelChallan(context, tx, replacement.id);
    await tx.delete(parcel).where(eq(parcel.id, replacement.id));
    await restock(tx, replacement.id);
    await addNote(context, tx, order.id, `Replacement cancelled: ${pieces}. ${reason}`);
    return { order: await settleParcels(context, tx, order), pieces, position: replacement.position };
  });

export function requireWaitingReplacement({ order, parcels }: OrderGoods): ParcelRow {
  const replacement = findOpenReplacement(parcels);
  if (replacement?.status === "Waiting") return replacement;
  throw new CommandRefused(
    replacement
      ? `Parcel ${replacement.position} of ${order.orderId} has been dispatched, so it can no longer be stopped.`
      : `${order.orderId} has no replacement parcel that is waiting to be packed.`,
  );
}

interface LossResult {
  order: OrderRow;
  position: number;
  pieces: string;
  amountPaise: Paise;
  again: ReplacementResult | null;
  isUnpaid: boolean;
  wasFree: boolean;
}

/** Refunds or replaces the pieces of a lost parcel, but does not restock them. @throws CommandRefused */
export const loseParcel = (
  context: Context,
  value: string,
  { position, isReplaced, reason }: { position: number | null; isReplaced: boolean; reason: string },
  confirm: (result: LossResult) => void = () => {},
): Promise<LossResult> =>
  changeOrder(context, value, confirm, async (tx, order) => {
    const goods = await readGoods(tx, order);
    const lostParcel = requireLost(goods, position);
    const pieceNames = formatPieces(lostParcel.pieces, goods.lines);
    await moveParcel(context, tx, lostParcel, "Lost");
    const replacement = isReplaced
      ? await replaceLocked(context, tx, goods, { pieces: lostParcel.pieces, reason })
      : null;
    const owed = replacement ? null : listOwedForLost(goods, lostParcel);
    const refunded =
      owed && (await refundLocked(context, tx, order, { ...owed, reason: `lost on the way. ${reason}` }));
    const updated = await settleParcels(context, tx, refunded?.order ?? order);
    const amountPaise = refunded?.amountPaise ?? 0;
    await publishEvent(context, tx, order, parcelLost, {
      parcel: lostParcel.position,
      amountPaise,
      ...(replacement && { again: replacement.position }),
    });
    return {
      order: updated,
      position: lostParcel.position,
      pieces: pieceNames,
      amountPaise,
      again: replacement,
      isUnpaid: awaitsCash(order),
      wasFree: order.payable === 0 || refunded?.amountPaise === 0,
    };
  });

export const requireLost = (goods: OrderGoods, position: number | null): ParcelRow =>
  requireSent(goods, position, "Enter the number of the lost parcel");

export function listOwedForLost({ order, ...goods }: OrderGoods, lost: ParcelRow) {
  const others = goods.parcels.filter(({ id }) => id !== lost.id);
  const replaced = others.filter(({ isReplacement, status }) => isReplacement && status !== "Lost");
  const unsettled = listRemaining(goods.lines, [
    ...goods.refunded,
    ...goods.unsent,
    ...replaced.flatMap((each) => each.pieces),
  ]);
  const pieces = listRemaining(unsettled, listRemaining(unsettled, lost.pieces));
  // If the whole order is lost, shipping is refunded too, even if all pieces were refunded before. A delivered order
  // never counts as lost: an order that was handed over in person has no parcel but a replacement, which may be lost.
  const isAllLost =
    order.status !== "Delivered" && findEnd(goods.unsent, [...others, { status: "Lost" }]) === "Lost";
  if ((pieces.length === 0 && !isAllLost) || getUnrefunded(order) === 0) return null;
  const amountPaise = isAllLost ? getUnrefunded(order) : null;
  return { pieces, amountPaise, canWait: true as const, mayBeReturning: true as const };
}

export const lostOptions = {
  lost: { summary: "all pieces of a parcel that was lost on the way", flag: true },
  parcel: { summary: "the lost parcel's number if several are on their way, e.g. 2", kind: "position" },
} as const;

export const replaceCommand = defineCommand({
  noun: "orders",
  verb: "replace",
  preview: "rehearse",
  summary:
    "Sends pieces of an order again free of charge, with a delivery challan. This is possible once for each order.",
  args: [orderArgument],
  options: {
    line: { summary: "the pieces to send again, e.g. teak-tray:1", kind: "pieces", many: true },
    ...lostOptions,
    "call-off": { summary: "cancel the replacement parcel that is waiting to be packed", flag: true },
    reason: { summary: WHY, required: true, personal: true },
  },
  examples: [
    `orders replace TRV-7K3M9Q --line teak-tray:1 --reason "it arrived cracked"`,
    `orders replace TRV-7K3M9Q --lost --reason "Delhivery cannot find it"`,
    `orders replace TRV-7K3M9Q --call-off --reason "the customer wants a refund"`,
  ],
  run: async (context, input) => {
    const lost = await recordLost(context, input, true);
    if (lost) return lost;
    const { args, options, confirmed } = input;
    const reason = parseRequiredText("reason", options["reason"]);
    const pieces = parsePieces(options["line"]);
    if ((pieces === null) === (options["call-off"] === undefined))
      throw refuseField(
        "line",
        "Enter the pieces to send again, for example teak-tray:1, or choose to cancel the replacement.",
      );
    if (pieces === null) {
      const result = await cancelReplacement(
        context,
        args["orderId"] ?? "",
        reason,
        createConfirmation(confirmed, askToCancelReplacement),
      );
      return { message: describeCancelledReplacement(result), data: toPlainOrder(result.order) };
    }
    const confirm = createConfirmation(confirmed, askToReplace);
    const replacement = await replacePieces(context, args["orderId"] ?? "", { pieces, reason }, confirm);
    return { message: describeReplaced(replacement), data: toPlainOrder(replacement.order) };
  },
});

const askToReplace = ({ order, pieces, challan, stock }: ReplacementResult): string =>
  [
    `Send ${pieces} of ${order.orderId} to ${formatCustomer(order)} again, free of charge?`,
    describeStockEffect(stock, challan),
    describeMail(order),
    "An order can be replaced only once.",
  ].join(" ");

const askToCancelReplacement = ({ order, pieces, position }: CancelledReplacement): string =>
  `Cancel parcel ${position} of ${order.orderId}, the replacement with ${pieces}? The pieces are put back in stock, and the delivery challan is cancelled. The customer gets no e-mail. Afterwards, refund the pieces or send them again.`;

const describeCancelledReplacement = ({
  order: { orderId: id },
  pieces,
  position,
}: CancelledReplacement): string =>
  `Parcel ${position} of ${id} is not sent, and ${pieces} is back in stock. Now refund the pieces or send them again.`;

const describeStockEffect = (stock: string, challan: string): string =>
  `The pieces are taken out of the stock${stock ? ` (then ${stock} is left)` : ""} and are sent with delivery challan ${challan}, without an invoice.`;

const describeReplaced = ({ order: { orderId: id }, pieces, position, challan }: ReplacementResult): string =>
  [
    `${pieces} is ready to be packed as parcel ${position} of ${id}, with delivery challan ${challan}.`,
    `Print the papers of parcel ${position}, then dispatch it with its courier and tracking number.`,
  ].join("\n");

/** Handles the option `--lost`. Returns null if the option is missing. @throws CommandRefused @throws UsageError */
export async function recordLost(
  context: Context,
  { args, options, ...confirmation }: CommandInput,
  isReplaced: boolean,
): Promise<CommandResult | null> {
  const { lost, parcel: number, reason: typedReason, ...others } = options;
  if (lost === undefined) {
    if (number !== undefined) throw new UsageError("Enter a parcel number only if the parcel is lost.");
    return null;
  }
  if (Object.values(others).some((value) => value !== undefined))
    throw new UsageError(
      "A lost parcel is refunded or sent again as a whole. Choose either the lost parcel or single pieces.",
    );
  const reason = parseRequiredText("reason", typedReason);
  const position = parsePosition(number);
  const confirm = createRefundConfirmation(confirmation, askToLose);
  const result = await loseParcel(context, args["orderId"] ?? "", { position, isReplaced, reason }, confirm);
  return { message: describeLost(result), data: toPlainOrder(result.order) };
}

function askToLose({ order, position, pieces, amountPaise, again, isUnpaid, wasFree }: LossResult): string {
  const resolution = again
    ? `The pieces are sent again free of charge. ${describeStockEffect(again.stock, again.challan)} An order can be replaced only once.`
    : isUnpaid
      ? "The order was to be paid in cash on delivery, so no money is refunded. A credit note cancels the invoice."
      : amountPaise === 0
        ? describeNoMoney(wasFree)
        : `${formatRupeesGrouped(amountPaise)} of ${formatRupeesGrouped(order.payable)} is refunded to ${formatCustomer(order)}, with a credit note.${describeOwnTransfer(order)}`;
  return joinTexts(
    " ",
    `Mark parcel ${position} of ${order.orderId} (${pieces}) as lost?`,
    resolution,
    !again && "The pieces are not put back in stock.",
    order.lostAt && "The order is then closed.",
    describeMail(order),
    FINAL,
  );
}

const describeNoMoney = (wasFree: boolean): string =>
  wasFree
    ? "The coupon paid for the pieces of this parcel, so no money is refunded."
    : "The pieces of this parcel were already refunded or are sent again, so no money is refunded.";

const describeLost = ({ order, position, amountPaise, again, isUnpaid, wasFree }: LossResult): string =>
  joinTexts(
    " ",
    `Parcel ${position} of ${order.orderId} was lost on the way.`,
    again
      ? describeReplaced(again)
      : amountPaise > 0
        ? describeStartedRefund(order, amountPaise)
        : isUnpaid
          ? "The order was not paid, so no money is refunded."
          : describeNoMoney(wasFree),
    order.lostAt && "The order is closed.",
  );
