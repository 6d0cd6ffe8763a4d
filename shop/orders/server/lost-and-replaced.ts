import { parsePieces, parsePosition } from "./describe-for-operator.ts";
import { issueChallan, cancelChallan } from "./issue-challan.ts";
import { listLeftPieces, listRefundedPieces, refundLocked } from "./refunds.ts";
import { publishChange, addNote } from "./change-status.ts";
import {
  openParcels,
  type OrderParcels,
  insertParcel,
  settleParcels,
  moveParcel,
  findParcel,
  describeParcelState,
  describeNoneSent,
  describeParcelRow,
} from "./order-parcels.ts";
import { requireOrder } from "./list-orders.ts";
import { type OrderRow, type ParcelRow, parcel } from "./tables.ts";
import {
  describeRefund,
  describeMail,
  formatCustomer,
  toPlainOrder,
  orderArgument,
} from "../describe-for-owner.ts";
import { eq } from "drizzle-orm";
import { formatRupees, type Paise } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import {
  createRefundConfirmation,
  createConfirmation,
  type Command,
  CommandRefused,
  defineCommand,
  parseRequiredText,
  UsageError,
} from "#platform/operator/command.ts";
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
  formatPieces,
  isReturnOpen,
  listReturnRequests,
  listRemaining,
  type Pieces,
} from "../returned-pieces.ts";
import { awaitsCash, wasPaid, getUnrefunded } from "../status.ts";
import { getRules } from "#shop/policies/rules.ts";

interface Replaced {
  order: OrderRow;
  /** `1 × Teak Tray` */
  pieces: string;
  /** The number of the parcel that is to be packed. */
  position: number;
  /** The number of its delivery challan. */
  challan: string;
  /** `2 of teak-tray`: the quantity that can then be ordered, for each counted product. */
  stock: string;
}

/**
 * Ships pieces of an order again at no charge, once: creates a parcel to be packed, takes its pieces from the stock,
 * and issues a delivery challan without an invoice. `confirm` gets the result and may throw to undo it. @throws
 * CommandRefused
 */
export const replacePieces = (
  context: Context,
  value: string,
  { pieces, reason }: { pieces: Pieces[]; reason: string },
  confirm: (replaced: Replaced) => void = () => {},
): Promise<Replaced> =>
  context.transact(async (tx) => {
    const order = await requireOrder(tx, value);
    const orderParcels = await openParcels(tx, order);
    const replaced = await replaceLocked(context, tx, order, orderParcels, { pieces, reason });
    await publishChange(context, tx, order);
    const { accountId } = order;
    await context.outbox.publish(tx, orderReplaced, {
      orderId: order.orderId,
      accountId,
      parcel: replaced.position,
    });
    confirm(replaced);
    return replaced;
  });

async function replaceLocked(
  context: Context,
  tx: Tx,
  order: OrderRow,
  orderParcels: OrderParcels,
  { pieces, reason }: { pieces: Pieces[]; reason: string },
): Promise<Replaced> {
  const unsettled = await listLeftPieces(tx, order, orderParcels);
  const refusal =
    findReplacementRefusal(order, orderParcels.parcels, unsettled, pieces) ??
    describeReturning(order, unsettled, pieces) ??
    (await describeSpentMoney(tx, order, orderParcels, pieces));
  if (refusal) throw new CommandRefused(refusal);
  const replacement = await insertParcel(context, tx, order, orderParcels, { pieces, isReplacement: true });
  // The ledger records a replacement under its parcel, because the order's own pieces were already sold.
  const shortages = await reserveStock(tx, replacement.id, pieces);
  if (shortages) throw new CommandRefused(describeShortages(order.orderId, shortages));
  await commitStock(tx, replacement.id);
  const stock = [...(await readStates(tx, pieces)).values()]
    .flatMap((state) => {
      const available = calculateAvailable(state);
      return available === null ? [] : [`${available} of ${state.productId}`];
    })
    .join(", ");
  const pieceNames = formatPieces(pieces, orderParcels.lines);
  await addNote(context, tx, order.id, `Sent again: ${pieceNames}. ${reason}`);
  const { number: challan } = await issueChallan(context, tx, order, {
    parcel: replacement,
    lines: orderParcels.lines,
    pieces,
    reason: "Replacement at no charge",
  });
  return { order, pieces: pieceNames, position: replacement.position, challan, stock };
}

/** Returns why these pieces cannot be shipped again; null if they can. */
function findReplacementRefusal(
  order: OrderRow,
  parcels: readonly ParcelRow[],
  unsettled: readonly Pieces[],
  pieces: readonly Pieces[],
): string | null {
  const { orderId: id, status, paymentStatus, payable, promised } = order;
  const previous = parcels.find(({ isReplacement }) => isReplacement);
  if (previous)
    return `An order is replaced once, and ${id} was: parcel ${previous.position} (${previous.status}). Give the money back instead: orders refund ${id} --line …`;
  if (!getRules(promised).replacement)
    return `${id} was promised no replacement (rules.json). Give the money back instead: orders refund ${id} --line …`;
  if (status === "Cancelled") return `${id} is cancelled: nothing of it is sent again.`;
  if (!wasPaid(paymentStatus) && !awaitsCash(order) && payable > 0)
    return `${id} is not paid: nothing of it was sent.`;
  const missing = pieces.find(
    ({ productId }) => countPieces(pieces, productId) > countPieces(unsettled, productId),
  );
  if (!missing) return null;
  const list = unsettled.map(({ productId, quantity }) => `${productId}:${quantity}`).join(" ");
  return `Of ${missing.productId} in ${id} ${countPieces(unsettled, missing.productId) === 0 ? "nothing" : `only ${countPieces(unsettled, missing.productId)}`} has left whose money has not gone back${list ? `. It can be: ${list}` : ""}.`;
}

/** Pieces of a return are not replaced too, because a piece has only one remedy. */
function describeReturning(
  order: OrderRow,
  unsettled: readonly Pieces[],
  pieces: readonly Pieces[],
): string | null {
  const { orderId: id } = order;
  const open = listReturnRequests(order).filter(isReturnOpen);
  if (open.length === 0) return null;
  const free = listRemaining(
    unsettled,
    open.flatMap((request) => request.pieces),
  );
  return pieces.some(({ productId, quantity }) => quantity > countPieces(free, productId))
    ? `The customer of ${id} is returning them (return: ${open.map(({ status }) => status).join(", ")}). Send them again, or give the money back: returns refuse ${id}, or returns refund ${id}.`
    : null;
}

/** Refunds without pieces reduce the rest, which must pay for all pieces still to be delivered. */
async function describeSpentMoney(
  tx: Tx,
  order: OrderRow,
  { lines, unsent }: OrderParcels,
  pieces: readonly Pieces[],
): Promise<string | null> {
  if (awaitsCash(order)) return null;
  const returnedPaise = calculateWorth(order, lines, await listRefundedPieces(tx, order), [
    ...unsent,
    ...pieces,
  ]);
  const unrefunded = getUnrefunded(order);
  return unrefunded < returnedPaise
    ? `${formatRupees(order.refundAmount ?? 0)} of the ${formatRupees(order.payable)} of ${order.orderId} went back, and the rest does not pay for what is still to be sent: nothing is sent again.`
    : null;
}

const describeShortages = (
  id: string,
  shortages: readonly { productId: string; wanted: number; available: number }[],
): string =>
  [
    ...shortages.map(
      ({ productId, wanted, available }) =>
        `Of ${productId} ${wanted} are needed and ${available === 0 ? "none is left" : `only ${available} can be had`}.`,
    ),
    `Count what is on the shelf (products set --stock), or give the money back: orders refund ${id} --line …`,
  ].join("\n");

interface CalledOff {
  order: OrderRow;
  /** `1 × Teak Tray` */
  pieces: string;
  position: number;
}

/**
 * Cancels an unshipped replacement: restocks its pieces and cancels its challan, so that they can be refunded. `confirm`
 * gets the result and may throw to undo it. @throws CommandRefused
 */
const callOff = (
  context: Context,
  value: string,
  reason: string,
  confirm: (result: CalledOff) => void,
): Promise<CalledOff> =>
  context.transact(async (tx) => {
    const order = await requireOrder(tx, value);
    const { lines, parcels } = await openParcels(tx, order);
    const replacement = findOpenReplacement(parcels);
    if (replacement?.status !== "Waiting")
      throw new CommandRefused(
        replacement
          ? `Parcel ${replacement.position} of ${order.orderId} has left the workshop: it cannot be called off.`
          : `No parcel of ${order.orderId} waits to be sent again.`,
      );
    const pieces = formatPieces(replacement.pieces, lines);
    await cancelChallan(context, tx, replacement);
    await tx.delete(parcel).where(eq(parcel.id, replacement.id));
    await restock(tx, replacement.id);
    await addNote(context, tx, order.id, `Not sent again after all: ${pieces}. ${reason}`);
    const result = { order: await settleParcels(context, tx, order), pieces, position: replacement.position };
    confirm(result);
    return result;
  });

interface Lost {
  order: OrderRow;
  position: number;
  pieces: string;
  amountPaise: Paise;
  again: Replaced | null;
  /** True if its money was to be collected on delivery. */
  isUnpaid: boolean;
  /** True if its pieces were paid by the coupon. */
  wasFree: boolean;
}

/**
 * Handles a lost parcel: ships its pieces again at no charge, or refunds them. Nothing is restocked. The order ends if
 * no other parcel is expected. @throws CommandRefused
 */
export const loseParcel = (
  context: Context,
  value: string,
  { position, isReplaced, reason }: { position: number | null; isReplaced: boolean; reason: string },
  confirm: (result: Lost) => void = () => {},
): Promise<Lost> =>
  context.transact(async (tx) => {
    const order = await requireOrder(tx, value);
    const orderParcels = await openParcels(tx, order);
    const lostParcel = chooseLost(order, orderParcels, position);
    const pieceNames = formatPieces(lostParcel.pieces, orderParcels.lines);
    await moveParcel(context, tx, lostParcel, "Lost");
    const replacement = isReplaced
      ? await replaceLocked(context, tx, order, orderParcels, { pieces: lostParcel.pieces, reason })
      : null;
    const refunded = replacement
      ? null
      : await payBack(context, tx, order, orderParcels, { lost: lostParcel, reason });
    const updated = await settleParcels(context, tx, refunded?.order ?? order);
    const amountPaise = refunded?.amountPaise ?? 0;
    const { orderId: id, accountId } = order;
    await context.outbox.publish(tx, parcelLost, {
      orderId: id,
      accountId,
      parcel: lostParcel.position,
      amountPaise,
      ...(replacement && { again: replacement.position }),
    });
    const result = {
      order: updated,
      position: lostParcel.position,
      pieces: pieceNames,
      amountPaise,
      again: replacement,
      isUnpaid: awaitsCash(order),
      wasFree: refunded?.amountPaise === 0,
    };
    confirm(result);
    return result;
  });

function chooseLost(order: OrderRow, { lines, parcels }: OrderParcels, position: number | null): ParcelRow {
  const sent = parcels.filter(({ status }) => status === "Sent");
  const chosen = findParcel(order.orderId, parcels, { position });
  if (chosen && chosen.status !== "Sent")
    throw new CommandRefused(describeParcelState(order.orderId, chosen));
  const [single, second] = sent;
  if (chosen) return chosen;
  if (!single) throw new CommandRefused(describeNoneSent(order, parcels));
  if (!second) return single;
  throw new CommandRefused(
    [
      `Which parcel of ${order.orderId} was lost: --parcel …`,
      ...sent.map((each) => describeParcelRow(each, lines)),
    ].join("\n"),
  );
}

/** Refunds the part of the parcel that is not refunded yet; returns null if nothing is left to refund. */
async function payBack(
  context: Context,
  tx: Tx,
  order: OrderRow,
  orderParcels: OrderParcels,
  { lost, reason }: { lost: ParcelRow; reason: string },
) {
  const others = orderParcels.parcels.filter(({ id }) => id !== lost.id);
  const unsettled = await listLeftPieces(tx, order, { ...orderParcels, parcels: others });
  const pieces = listRemaining(unsettled, listRemaining(unsettled, lost.pieces));
  // Shipping is also refunded if an order never arrives, even if all its pieces were refunded before.
  const isAllLost = findEnd(orderParcels.unsent, [...others, { status: "Lost" }]) === "Lost";
  if ((pieces.length === 0 && !isAllLost) || getUnrefunded(order) === 0) return null;
  return refundLocked(context, tx, order, {
    amountPaise: isAllLost ? getUnrefunded(order) : null,
    pieces,
    reason: `lost on the way. ${reason}`,
  });
}

const replace = defineCommand({
  noun: "orders",
  verb: "replace",
  preview: "rehearse",
  summary: "Sends pieces of an order again at no charge, once for each order, with a delivery challan.",
  args: [orderArgument],
  options: {
    line: { summary: "what is sent again, e.g. teak-tray:1", kind: "pieces", many: true },
    "call-off": { summary: "the parcel that waits to be packed is not sent after all", flag: true },
    reason: { summary: "why, for your own notes", required: true, personal: true },
  },
  examples: [
    `orders replace TRV-7K3M9Q --line teak-tray:1 --reason "it arrived cracked"`,
    `orders replace TRV-7K3M9Q --call-off --reason "its customer wants the money"`,
  ],
  run: async (context, { args, options, confirmed }) => {
    const reason = parseRequiredText("reason", options["reason"]);
    const pieces = parsePieces(options["line"]);
    if ((pieces === null) === (options["call-off"] === undefined))
      throw new UsageError(
        "What is sent again? --line <product>:<quantity>. Or is it not sent after all? --call-off.",
      );
    if (pieces === null) {
      const result = await callOff(
        context,
        args["orderId"] ?? "",
        reason,
        createConfirmation(confirmed, askToCallOff),
      );
      return { message: describeCalledOff(result), data: toPlainOrder(result.order) };
    }
    const confirm = createConfirmation(confirmed, askToReplace);
    const replacement = await replacePieces(context, args["orderId"] ?? "", { pieces, reason }, confirm);
    return { message: describeReplaced(replacement), data: toPlainOrder(replacement.order) };
  },
});

const askToReplace = ({ order, pieces, challan, stock }: Replaced): string =>
  [
    `Send ${pieces} of ${order.orderId} to ${formatCustomer(order)} again, at no charge?`,
    describeStockEffect(stock, challan),
    describeMail(order),
    "An order is replaced once.",
  ].join(" ");

const askToCallOff = ({ order, pieces, position }: CalledOff): string =>
  `Not send ${pieces} of ${order.orderId} again (parcel ${position})? The pieces go back into the stock, and the delivery challan is cancelled. Its customer is not told: give the money back, or send the pieces again.`;

const describeCalledOff = ({ order: { orderId: id }, pieces, position }: CalledOff): string =>
  `Parcel ${position} of ${id} is not sent, and ${pieces} is back in stock. Give the money back: orders refund ${id} --line …; or send it again: orders replace ${id} --line …`;

const describeStockEffect = (stock: string, challan: string): string =>
  `It is taken out of the stock${stock ? ` (then ${stock} can be ordered)` : ""} and travels with delivery challan ${challan}, without an invoice.`;

const describeReplaced = ({ order: { orderId: id }, pieces, position, challan }: Replaced): string =>
  [
    `${pieces} waits to be packed as parcel ${position} of ${id}, with delivery challan ${challan}.`,
    `Its papers: orders print ${id} --parcel ${position}`,
    `When it leaves: orders dispatch ${id} --parcel ${position} --courier … --number …`,
  ].join("\n");

const lose = defineCommand({
  noun: "orders",
  verb: "lost",
  preview: "rehearse",
  summary: "Says that a parcel was lost on the way: its money goes back, or its pieces are sent again.",
  args: [orderArgument],
  options: {
    parcel: { summary: "which one, where several are on their way, e.g. 2", kind: "number" },
    refund: { summary: "what the pieces were worth goes back", flag: true },
    replace: { summary: "the pieces are sent again at no charge, once for each order", flag: true },
    reason: { summary: "what the courier says, for your own notes", required: true, personal: true },
  },
  examples: [
    `orders lost TRV-7K3M9Q --refund --reason "Delhivery finds it nowhere"`,
    `orders lost TRV-7K3M9Q --parcel 2 --replace --reason "Delhivery finds it nowhere"`,
  ],
  run: async (context, { args, options, ...confirmation }) => {
    const isReplaced = options["replace"] !== undefined;
    if (isReplaced === (options["refund"] !== undefined))
      throw new UsageError("What does its customer get? --refund, or --replace.");
    const reason = parseRequiredText("reason", options["reason"]);
    const position = parsePosition(options["parcel"]);
    const confirm = createRefundConfirmation(confirmation, askToLose, ({ amountPaise }) => amountPaise);
    const result = await loseParcel(
      context,
      args["orderId"] ?? "",
      { position, isReplaced, reason },
      confirm,
    );
    return { message: describeLost(result), data: toPlainOrder(result.order) };
  },
});

function askToLose({ order, position, pieces, amountPaise, again, isUnpaid, wasFree }: Lost): string {
  const resolution = again
    ? `It is sent again at no charge. ${describeStockEffect(again.stock, again.challan)} An order is replaced once.`
    : isUnpaid
      ? `It was to be paid in cash, so no money goes back. A credit note takes its invoice back.`
      : amountPaise === 0
        ? describeNoMoney(wasFree)
        : `${formatRupees(amountPaise)} of ${formatRupees(order.payable)} goes back to ${formatCustomer(order)}, with a credit note.`;
  return [
    `Mark parcel ${position} of ${order.orderId} (${pieces}) as lost?`,
    resolution,
    again ? "" : "Nothing comes back into the stock.",
    order.lostAt ? "With that the order is over." : "",
    describeMail(order),
    "A lost parcel stays lost.",
  ]
    .filter(Boolean)
    .join(" ");
}

const describeNoMoney = (wasFree: boolean): string =>
  wasFree
    ? "The coupon paid for its pieces, so no money goes back."
    : "Its money went back before, or its pieces are sent again at no charge.";

const describeLost = ({ order, position, amountPaise, again, isUnpaid, wasFree }: Lost): string =>
  [
    `Parcel ${position} of ${order.orderId} was lost on the way.`,
    again
      ? describeReplaced(again)
      : amountPaise > 0
        ? describeRefund(amountPaise)
        : isUnpaid
          ? "It was not paid, so no money goes back."
          : describeNoMoney(wasFree),
    order.lostAt ? "The order is over." : "",
  ]
    .filter(Boolean)
    .join(" ");

export const lostCommands: Command[] = [replace, lose];
