import { describeDeliveryRefusal, describeTransitionError } from "../order-transitions.ts";
import { eq } from "drizzle-orm";
import { formatDateTime } from "#contract/dates.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { generateUuid } from "#platform/ids.ts";
import { CommandRefused, refuseIf } from "#platform/operator/command.ts";
import { parcelDelivered } from "../events.ts";
import { describeMissingParcel, findEnd, nameParcel, parcelTransitions } from "../parcels.ts";
import type { ParcelStatus } from "../status.ts";
import { formatPieces, type Pieces } from "../returned-pieces.ts";
import {
  changeStatus,
  stopCashCollection,
  publishChange,
  publishEvent,
  updateOrder,
} from "./change-status.ts";
import { changeOrder } from "./list-orders.ts";
import { type OrderGoods, readGoods } from "./order-goods.ts";
import { type OrderLineRow, type OrderRow, parcel, type ParcelRow } from "./tables.ts";

export async function insertParcel(
  context: Context,
  tx: Tx,
  { order, parcels }: OrderGoods,
  { pieces, isReplacement = false }: { pieces: Pieces[]; isReplacement?: boolean },
): Promise<ParcelRow> {
  const now = context.now();
  const row: ParcelRow = {
    id: generateUuid(now.getTime()),
    orderId: order.id,
    position: (parcels.at(-1)?.position ?? 0) + 1,
    status: "Waiting",
    statusBefore: null,
    isReplacement,
    pieces,
    tracking: null,
    createdAt: now,
    dispatchedAt: null,
    deliveredAt: null,
    lostAt: null,
  };
  await tx.insert(parcel).values(row);
  return row;
}

export async function moveParcel(
  context: Context,
  tx: Tx,
  row: ParcelRow,
  to: ParcelStatus,
  { tracking = row.tracking, at = context.now() }: { tracking?: ParcelRow["tracking"]; at?: Date } = {},
): Promise<void> {
  if (!parcelTransitions[row.status].includes(to))
    throw new Error(`Parcel ${row.position} cannot go from ${row.status} to ${to}`);
  await tx
    .update(parcel)
    .set({
      status: to,
      statusBefore: row.status,
      tracking,
      ...(to === "Sent" && { dispatchedAt: at }),
      ...(to === "Delivered" && { deliveredAt: at }),
      ...(to === "Lost" && { lostAt: at }),
    })
    .where(eq(parcel.id, row.id));
}

/**
 * Updates a locked order after its parcels changed. Ends it if no piece is unsent and no parcel is still to arrive.
 * `deliveredAt` is the time of its last delivery, if that is known.
 */
export async function settleParcels(
  context: Context,
  tx: Tx,
  order: OrderRow,
  deliveredAt?: Date,
): Promise<OrderRow> {
  const { parcels, unsent } = await readGoods(tx, order);
  const sold = parcels.filter(({ isReplacement }) => !isReplacement);
  const end = order.status === "Processing" ? findEnd(unsent, parcels) : null;
  const now = context.now();
  const updated = await updateOrder(context, tx, order, {
    tracking: sold[0]?.tracking ?? order.tracking,
    dispatchedAt: order.dispatchedAt ?? (sold.length > 0 ? now : null),
    partlySent: order.status === "Processing" && sold.length > 0 && unsent.length > 0,
    lostAt: end === "Lost" ? (order.lostAt ?? now) : null,
  });
  if (end === "Delivered")
    return changeStatus(context, tx, updated, "Delivered", deliveredAt && { deliveredAt });
  const afterCash = end === "Lost" ? await stopCashCollection(context, tx, updated) : updated;
  await publishChange(context, tx, afterCash);
  return afterCash;
}

interface DeliveryInput {
  position?: number | null;
  inPerson?: boolean;
  at?: Date;
}

interface Delivery {
  order: OrderRow;
  /** The delivered parcel. Null if the whole order was handed over in person. */
  position: number | null;
  /** The number of the order's parcels. */
  of: number;
  unsent: Pieces[];
}

/**
 * Marks a parcel as delivered, and the order too if it was the last parcel. With `inPerson`, marks the order and all
 * its shipped parcels. `at` is the time of the delivery. `confirm` may throw to roll back. @throws CommandRefused
 */
export const deliverOrder = (
  context: Context,
  typedOrderId: string,
  { position = null, inPerson = false, at = context.now() }: DeliveryInput = {},
  confirm: (delivery: Delivery) => void = () => {},
): Promise<Delivery> =>
  changeOrder(context, typedOrderId, confirm, async (tx, order) => {
    const goods = await readGoods(tx, order);
    const { parcels, unsent } = goods;
    const delivery = { position: null, of: parcels.length, unsent };
    if (inPerson) {
      refuseIf(describeTransitionError(order, "Delivered"));
      for (const each of parcels)
        if (each.status === "Sent") await moveParcel(context, tx, each, "Delivered");
      return { ...delivery, order: await changeStatus(context, tx, order, "Delivered") };
    }
    const chosen = requireDeliverable(goods, position);
    await moveParcel(context, tx, chosen, "Delivered", { at });
    const times = goods.parcels.map(({ deliveredAt }) => Number(deliveredAt));
    const updated = await settleParcels(context, tx, order, new Date(Math.max(Number(at), ...times)));
    if (updated.status === order.status)
      await publishEvent(context, tx, order, parcelDelivered, { parcel: chosen.position });
    return { ...delivery, order: updated, position: chosen.position };
  });

export const getSendAgainSince = ({ order, parcels }: OrderGoods): Date | null =>
  order.dispatchedAt === null || order.partlySent
    ? null
    : (parcels.find(({ status }) => status === "Waiting")?.createdAt ?? null);

export function requireDeliverable(goods: OrderGoods, position: number | null): ParcelRow {
  const chosen = requireSent(goods, position, "Enter the number of the parcel");
  if (!chosen.isReplacement && goods.order.status !== "Delivered")
    refuseIf(describeDeliveryRefusal(goods.order));
  return chosen;
}

/** Returns the chosen parcel, or else the only one in transit. @throws CommandRefused if it does not exist */
export function requireSent(goods: OrderGoods, position: number | null, question: string): ParcelRow {
  const { orderId } = goods.order;
  const chosen = findParcel(goods, position);
  if (chosen && chosen.status !== "Sent") throw new CommandRefused(describeParcelState(orderId, chosen));
  const sent = chosen ? [chosen] : goods.parcels.filter(({ status }) => status === "Sent");
  const [single, second] = sent;
  if (!single) throw new CommandRefused(describeNoneSent(goods));
  if (!second) return single;
  throw new CommandRefused(
    [
      `${orderId} has several parcels on their way. ${question}:`,
      ...sent.map((each) => describeParcelRow(each, goods.lines)),
    ].join("\n"),
  );
}

export function findParcel({ order, parcels }: OrderGoods, position: number | null): ParcelRow | null {
  refuseIf(describeMissingParcel(order.orderId, parcels, position));
  return parcels.find((each) => each.position === position) ?? null;
}

function describeNoneSent({ order, parcels }: OrderGoods): string {
  const waitingParcel = parcels.find(({ status }) => status === "Waiting");
  if (waitingParcel) return describeParcelState(order.orderId, waitingParcel);
  return (
    describeDeliveryRefusal(order) ??
    parcels.map((each) => describeParcelState(order.orderId, each)).join(" ")
  );
}

export const describeParcelState = (
  orderId: string,
  { position, status, deliveredAt, lostAt }: ParcelRow,
): string =>
  ({
    Waiting: `Parcel ${position} of ${orderId} has not been dispatched yet. Dispatch it first.`,
    Sent: `Parcel ${position} of ${orderId} is on its way.`,
    Delivered: `Parcel ${position} of ${orderId} has already been delivered${deliveredAt ? `, on ${formatDateTime(deliveredAt)}` : ""}.`,
    Lost: `Parcel ${position} of ${orderId} was lost on the way${lostAt ? `, as reported on ${formatDateTime(lostAt)}` : ""}.`,
  })[status];

export const describeParcelRow = (row: ParcelRow, lines: readonly OrderLineRow[]): string =>
  `${nameParcel(row)}: ${listParcelFacts(row, lines)
    .slice(0, row.isReplacement ? 3 : 2)
    .join(", ")}`;

export function listParcelFacts(
  { tracking, pieces, isReplacement, dispatchedAt, deliveredAt, lostAt }: ParcelRow,
  lines: readonly OrderLineRow[],
): string[] {
  return [
    isReplacement ? "replacement" : "",
    formatPieces(pieces, lines),
    tracking ? `${tracking.courier}, ${tracking.number}` : "to be sent",
    tracking?.link ?? "",
    dispatchedAt ? `dispatched ${formatDateTime(dispatchedAt)}` : "",
    deliveredAt ? `delivered ${formatDateTime(deliveredAt)}` : "",
    lostAt ? `reported lost ${formatDateTime(lostAt)}` : "",
  ].filter(Boolean);
}
