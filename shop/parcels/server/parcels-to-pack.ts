import type { Db } from "#platform/database/database.ts";
import { refuseIf } from "#platform/operator/command.ts";
import { describeMissingParcel, describeUnsentRefusal } from "#shop/orders/parcels.ts";
import type { Paise } from "#contract/money.ts";
import { calculateWorth, countPieces, listRemaining, type Pieces } from "#shop/orders/returned-pieces.ts";
import { listOrders, listGoods, type OrderRow } from "#shop/orders/server/index.ts";
import { calculateDispatchDay } from "#shop/policies/delivery-dates.ts";

export type OrderGoods = Awaited<ReturnType<typeof listGoods>>[number];

export interface ParcelToPack {
  order: OrderRow;
  lines: OrderGoods["lines"];
  isRest: boolean;
  replacedSince: Date | null;
  /** The price paid for the pieces, with GST. If the parcel is the whole order, it includes the shipping fee. */
  worth: Paise;
  position: number | null;
  /** The last day on which the parcel can be shipped in time, as midnight UTC. */
  dueAt: Date;
}

/** Lists the unshipped pieces of each order and the replacements to pack, earliest deadline first. */
export async function listParcelsToPack(db: Db): Promise<ParcelToPack[]> {
  const sold = await listGoods(db, await listOrders(db, { isUnsent: true }));
  const replaced = await listGoods(db, await listOrders(db, { replacementWaits: true }));
  return [...sold.map((packed) => toUnsent(packed)), ...replaced.flatMap(listWaiting)].toSorted(
    (first, other) => Number(first.dueAt) - Number(other.dueAt),
  );
}

function toUnsent(packed: OrderGoods, pieces: readonly Pieces[] = packed.unsent): ParcelToPack {
  const { order, lines, parcels, unsent } = packed;
  const isAll = parcels.length === 0 && listRemaining(unsent, pieces).length === 0;
  const nextPosition = (parcels.at(-1)?.position ?? 0) + 1;
  return {
    order,
    isRest: order.partlySent,
    replacedSince: null,
    lines: pickLines(lines, pieces),
    worth: isAll ? order.payable - (order.refundAmount ?? 0) : calculateWorth(order, lines, [], pieces),
    position: isAll ? null : nextPosition,
    dueAt: calculateDispatchDay(order.createdAt, order.promised),
  };
}

function toStored({ order, lines, parcels }: OrderGoods, row: OrderGoods["parcels"][number]): ParcelToPack {
  const replacedSince = row.isReplacement ? row.createdAt : null;
  return {
    order,
    isRest: false,
    replacedSince,
    lines: pickLines(lines, row.pieces),
    worth: calculateWorth(order, lines, [], row.pieces),
    position: order.partlySent || row.isReplacement || parcels.length > 1 ? row.position : null,
    dueAt: calculateDispatchDay(replacedSince ?? order.createdAt, order.promised),
  };
}

const listWaiting = (packed: OrderGoods): ParcelToPack[] =>
  packed.parcels.filter(({ status }) => status === "Waiting").map((row) => toStored(packed, row));

const pickLines = (lines: OrderGoods["lines"], pieces: readonly Pieces[]): OrderGoods["lines"] =>
  lines.flatMap((line) => {
    const quantity = countPieces(pieces, line.productId);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });

interface ParcelSelection {
  pieces: Pieces[] | null;
  position: number | null;
}

/**
 * Returns the selected parcel or pieces of each order. Without a selection, returns the unshipped parcels of an order,
 * or all its parcels if everything is shipped. @throws CommandRefused
 */
export const findParcelsOf = async (
  db: Db,
  orders: readonly OrderRow[],
  selection: ParcelSelection,
): Promise<ParcelToPack[]> =>
  (await listGoods(db, orders)).flatMap((packed) => pickParcels(packed, selection));

function pickParcels(packed: OrderGoods, { pieces, position }: ParcelSelection): ParcelToPack[] {
  const { order, parcels, unsent } = packed;
  refuseIf(describeMissingParcel(order.orderId, parcels, position));
  const requestedParcel = parcels.find((each) => each.position === position);
  if (requestedParcel) return [toStored(packed, requestedParcel)];
  if (pieces !== null) {
    refuseIf(describeUnsentRefusal(order.orderId, unsent, pieces));
    return [toUnsent(packed, pieces)];
  }
  const hasUnsent = order.partlySent || parcels.length === 0;
  const due = [...(hasUnsent ? [toUnsent(packed)] : []), ...listWaiting(packed)];
  return due.length > 0 ? due : parcels.map((row) => toStored(packed, row));
}
