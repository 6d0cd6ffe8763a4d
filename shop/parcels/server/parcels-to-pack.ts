import type { Db } from "#platform/database/database.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import { describeUnsentRefusal, listWanted } from "#shop/orders/parcels.ts";
import { countPieces, listRemaining, type Pieces } from "#shop/orders/returned-pieces.ts";
import {
  findParcel,
  listParcels,
  type OrderLineRow,
  type OrderParcels,
  type OrderRow,
  type ParcelRow,
  listOrders,
} from "#shop/orders/server/index.ts";

export interface ParcelToPack {
  order: OrderRow;
  lines: OrderLineRow[];
  isRest: boolean;
  replacedSince: Date | null;
  position: number | null;
}

/** Lists the unshipped pieces of each order, and then the replacements to pack, both oldest first. */
export async function listParcelsToPack(db: Db): Promise<ParcelToPack[]> {
  const rows = await listOrders(db, { toPack: "sale" });
  const parcels = await listParcels(db, rows);
  return [
    ...rows.map((order) => toParcelToPack(order, parcels.get(order.id))),
    ...(await listReplacements(db)),
  ];
}

async function listReplacements(db: Db): Promise<ParcelToPack[]> {
  const rows = await listOrders(db, { toPack: "replacement" });
  const parcels = await listParcels(db, rows);
  return rows
    .flatMap((order) => {
      const { lines, parcels: packed } = parcels.get(order.id) ?? NO_PARCELS;
      return packed
        .filter(({ status }) => status === "Waiting")
        .map((row) => ({
          order,
          isRest: false,
          replacedSince: row.createdAt,
          lines: pickLines(lines, row.pieces),
          position: row.position,
        }));
    })
    .toSorted((first, other) => first.replacedSince.getTime() - other.replacedSince.getTime());
}

const NO_PARCELS: OrderParcels = { lines: [], parcels: [], unsent: [] };

const toParcelToPack = (
  order: OrderRow,
  { lines, parcels, unsent }: OrderParcels = NO_PARCELS,
): ParcelToPack =>
  toUnsent(order, pickLines(lines, unsent), order.partlySent ? getNextPosition(parcels) : null);

const toUnsent = (order: OrderRow, lines: OrderLineRow[], position: number | null): ParcelToPack => ({
  order,
  isRest: order.partlySent,
  replacedSince: null,
  lines,
  position,
});

const getNextPosition = (parcels: readonly ParcelRow[]): number => (parcels.at(-1)?.position ?? 0) + 1;

const pickLines = (lines: readonly OrderLineRow[], pieces: readonly Pieces[]): OrderLineRow[] =>
  lines.flatMap((line) => {
    const quantity = countPieces(pieces, line.productId);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });

/** Returns by default all unshipped parcels, or all shipped ones if none is unshipped. @throws CommandRefused */
export async function findParcelsOf(
  db: Db,
  order: OrderRow,
  { pieces, position }: { pieces: Pieces[] | null; position: number | null },
): Promise<ParcelToPack[]> {
  const packed = (await listParcels(db, [order])).get(order.id) ?? NO_PARCELS;
  const { lines, parcels, unsent } = packed;
  const isPart = (rows: readonly ParcelRow[]): boolean => order.partlySent || rows.length > 1;
  const toPaper = (row: ParcelRow): ParcelToPack => ({
    order,
    isRest: false,
    replacedSince: row.isReplacement ? row.createdAt : null,
    lines: pickLines(lines, row.pieces),
    position: isPart(parcels) ? row.position : null,
  });
  const requestedParcel = findParcel(order.orderId, parcels, { position });
  if (requestedParcel) return [toPaper(requestedParcel)];
  if (pieces !== null) {
    const refusal = describeUnsentRefusal(order.orderId, unsent, pieces);
    if (refusal) throw new CommandRefused(refusal);
    const isAll = parcels.length === 0 && listRemaining(unsent, pieces).length === 0;
    const next = isAll ? null : getNextPosition(parcels);
    return [toUnsent(order, pickLines(lines, pieces), next)];
  }
  if (parcels.length === 0) return [toUnsent(order, pickLines(lines, listWanted(lines)), null)];
  const waitingParcels = parcels.filter(({ status }) => status === "Waiting").map(toPaper);
  const due = [...(order.partlySent ? [toParcelToPack(order, packed)] : []), ...waitingParcels];
  return due.length > 0 ? due : parcels.map(toPaper);
}
