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
  askToPayBack,
  askUnless,
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
 * and issues a delivery challan without an invoice. `ask` gets the result and may throw to undo it. @throws
 * CommandRefused
 */
export const replacePieces = (
  context: Context,
  value: string,
  { pieces, reason }: { pieces: Pieces[]; reason: string },
  ask: (done: Replaced) => void = () => {},
): Promise<Replaced> =>
  context.transact(async (tx) => {
    const order = await requireOrder(tx, value);
    const opened = await openParcels(tx, order);
    const done = await replaceLocked(context, tx, order, opened, { pieces, reason });
    await publishChange(context, tx, order);
    const { accountId } = order;
    await context.outbox.publish(tx, orderReplaced, {
      orderId: order.orderId,
      accountId,
      parcel: done.position,
    });
    ask(done);
    return done;
  });

async function replaceLocked(
  context: Context,
  tx: Tx,
  order: OrderRow,
  opened: OrderParcels,
  { pieces, reason }: { pieces: Pieces[]; reason: string },
): Promise<Replaced> {
  const left = await listLeftPieces(tx, order, opened);
  const refusal =
    findReplacementRefusal(order, opened.parcels, left, pieces) ??
    describeReturning(order, left, pieces) ??
    (await describeSpentMoney(tx, order, opened, pieces));
  if (refusal) throw new CommandRefused(refusal);
  const again = await insertParcel(context, tx, order, opened, { pieces, isReplacement: true });
  // The ledger records a replacement under its parcel, because the order's own pieces were already sold.
  const shortages = await reserveStock(tx, again.id, pieces);
  if (shortages) throw new CommandRefused(describeShortages(order.orderId, shortages));
  await commitStock(tx, again.id);
  const stock = [...(await readStates(tx, pieces)).values()]
    .flatMap((state) => {
      const available = calculateAvailable(state);
      return available === null ? [] : [`${available} of ${state.productId}`];
    })
    .join(", ");
  const named = formatPieces(pieces, opened.lines);
  await addNote(context, tx, order.id, `Sent again: ${named}. ${reason}`);
  const { number: challan } = await issueChallan(context, tx, order, {
    parcel: again,
    lines: opened.lines,
    pieces,
    reason: "Replacement at no charge",
  });
  return { order, pieces: named, position: again.position, challan, stock };
}

/** Returns why these pieces cannot be shipped again; null if they can. */
function findReplacementRefusal(
  order: OrderRow,
  parcels: readonly ParcelRow[],
  left: readonly Pieces[],
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
    ({ productId }) => countPieces(pieces, productId) > countPieces(left, productId),
  );
  if (!missing) return null;
  const list = left.map(({ productId, quantity }) => `${productId}:${quantity}`).join(" ");
  return `Of ${missing.productId} in ${id} ${countPieces(left, missing.productId) === 0 ? "nothing" : `only ${countPieces(left, missing.productId)}`} has left whose money has not gone back${list ? `. It can be: ${list}` : ""}.`;
}

/** Pieces of a return are not replaced too, because a piece has only one remedy. */
function describeReturning(
  order: OrderRow,
  left: readonly Pieces[],
  pieces: readonly Pieces[],
): string | null {
  const { orderId: id } = order;
  const open = listReturnRequests(order).filter(isReturnOpen);
  if (open.length === 0) return null;
  const free = listRemaining(
    left,
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
  const worth = calculateWorth(order, lines, await listRefundedPieces(tx, order), [...unsent, ...pieces]);
  const left = getUnrefunded(order);
  return left < worth
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
 * Cancels an unshipped replacement: restocks its pieces and cancels its challan, so that they can be refunded. `ask`
 * gets the result and may throw to undo it. @throws CommandRefused
 */
const callOff = (
  context: Context,
  value: string,
  reason: string,
  ask: (done: CalledOff) => void,
): Promise<CalledOff> =>
  context.transact(async (tx) => {
    const order = await requireOrder(tx, value);
    const { lines, parcels } = await openParcels(tx, order);
    const waiting = findOpenReplacement(parcels);
    if (waiting?.status !== "Waiting")
      throw new CommandRefused(
        waiting
          ? `Parcel ${waiting.position} of ${order.orderId} has left the workshop: it cannot be called off.`
          : `No parcel of ${order.orderId} waits to be sent again.`,
      );
    const pieces = formatPieces(waiting.pieces, lines);
    await cancelChallan(context, tx, waiting);
    await tx.delete(parcel).where(eq(parcel.id, waiting.id));
    await restock(tx, waiting.id);
    await addNote(context, tx, order.id, `Not sent again after all: ${pieces}. ${reason}`);
    const done = { order: await settleParcels(context, tx, order), pieces, position: waiting.position };
    ask(done);
    return done;
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
  ask: (done: Lost) => void = () => {},
): Promise<Lost> =>
  context.transact(async (tx) => {
    const order = await requireOrder(tx, value);
    const opened = await openParcels(tx, order);
    const lost = chooseLost(order, opened, position);
    const named = formatPieces(lost.pieces, opened.lines);
    await moveParcel(context, tx, lost, "Lost");
    const again = isReplaced
      ? await replaceLocked(context, tx, order, opened, { pieces: lost.pieces, reason })
      : null;
    const back = again ? null : await payBack(context, tx, order, opened, { lost, reason });
    const settled = await settleParcels(context, tx, back?.order ?? order);
    const amountPaise = back?.amountPaise ?? 0;
    const { orderId: id, accountId } = order;
    await context.outbox.publish(tx, parcelLost, {
      orderId: id,
      accountId,
      parcel: lost.position,
      amountPaise,
      ...(again && { again: again.position }),
    });
    const done = {
      order: settled,
      position: lost.position,
      pieces: named,
      amountPaise,
      again,
      isUnpaid: awaitsCash(order),
      wasFree: back?.amountPaise === 0,
    };
    ask(done);
    return done;
  });

function chooseLost(order: OrderRow, { lines, parcels }: OrderParcels, position: number | null): ParcelRow {
  const sent = parcels.filter(({ status }) => status === "Sent");
  const chosen = findParcel(order.orderId, parcels, { position });
  if (chosen && chosen.status !== "Sent")
    throw new CommandRefused(describeParcelState(order.orderId, chosen));
  const [only, second] = sent;
  if (chosen) return chosen;
  if (!only) throw new CommandRefused(describeNoneSent(order, parcels));
  if (!second) return only;
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
  opened: OrderParcels,
  { lost, reason }: { lost: ParcelRow; reason: string },
) {
  const others = opened.parcels.filter(({ id }) => id !== lost.id);
  const left = await listLeftPieces(tx, order, { ...opened, parcels: others });
  const pieces = listRemaining(left, listRemaining(left, lost.pieces));
  // Shipping is also refunded if an order never arrives, even if all its pieces were refunded before.
  const isAllLost = findEnd(opened.unsent, [...others, { status: "Lost" }]) === "Lost";
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
      const done = await callOff(context, args["orderId"] ?? "", reason, askUnless(confirmed, askToCallOff));
      return { message: describeCalledOff(done), data: toPlainOrder(done.order) };
    }
    const ask = askUnless(confirmed, askToReplace);
    const done = await replacePieces(context, args["orderId"] ?? "", { pieces, reason }, ask);
    return { message: describeReplaced(done), data: toPlainOrder(done.order) };
  },
});

const askToReplace = ({ order, pieces, challan, stock }: Replaced): string =>
  [
    `Send ${pieces} of ${order.orderId} to ${formatCustomer(order)} again, at no charge?`,
    describeTaking(stock, challan),
    describeMail(order),
    "An order is replaced once.",
  ].join(" ");

const askToCallOff = ({ order, pieces, position }: CalledOff): string =>
  `Not send ${pieces} of ${order.orderId} again (parcel ${position})? The pieces go back into the stock, and the delivery challan is cancelled. Its customer is not told: give the money back, or send the pieces again.`;

const describeCalledOff = ({ order: { orderId: id }, pieces, position }: CalledOff): string =>
  `Parcel ${position} of ${id} is not sent, and ${pieces} is back in stock. Give the money back: orders refund ${id} --line …; or send it again: orders replace ${id} --line …`;

const describeTaking = (stock: string, challan: string): string =>
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
  run: async (context, { args, options, ...said }) => {
    const isReplaced = options["replace"] !== undefined;
    if (isReplaced === (options["refund"] !== undefined))
      throw new UsageError("What does its customer get? --refund, or --replace.");
    const reason = parseRequiredText("reason", options["reason"]);
    const position = parsePosition(options["parcel"]);
    const ask = askToPayBack(said, askToLose, ({ amountPaise }) => amountPaise);
    const done = await loseParcel(context, args["orderId"] ?? "", { position, isReplaced, reason }, ask);
    return { message: describeLost(done), data: toPlainOrder(done.order) };
  },
});

function askToLose({ order, position, pieces, amountPaise, again, isUnpaid, wasFree }: Lost): string {
  const remedy = again
    ? `It is sent again at no charge. ${describeTaking(again.stock, again.challan)} An order is replaced once.`
    : isUnpaid
      ? `It was to be paid in cash, so no money goes back. A credit note takes its invoice back.`
      : amountPaise === 0
        ? describeNoMoney(wasFree)
        : `${formatRupees(amountPaise)} of ${formatRupees(order.payable)} goes back to ${formatCustomer(order)}, with a credit note.`;
  return [
    `Mark parcel ${position} of ${order.orderId} (${pieces}) as lost?`,
    remedy,
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
