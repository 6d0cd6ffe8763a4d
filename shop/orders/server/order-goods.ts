import { desc, isNotNull } from "drizzle-orm";
import { sendTogether, type Db, type Tx } from "#platform/database/database.ts";
import { isAnyOf, isAnyOfMany } from "#platform/database/statement.ts";
import { listUnsent } from "../parcels.ts";
import type { Pieces } from "../returned-pieces.ts";
import { lockOrder } from "./list-orders.ts";
import {
  orderLine,
  type OrderLineRow,
  orderRefund,
  type OrderRefundRow,
  type OrderRow,
  parcel,
  type ParcelRow,
} from "./tables.ts";

export interface OrderGoods {
  order: OrderRow;
  lines: OrderLineRow[];
  parcels: ParcelRow[];
  refunds: OrderRefundRow[];
  unsent: Pieces[];
  refunded: Pieces[];
}

export async function listGoods(db: Db | Tx, rows: readonly OrderRow[]): Promise<OrderGoods[]> {
  const keys = rows.map(({ id }) => id);
  const [lines, parcels, refunds] = await sendTogether([
    listOrderLines(db, keys),
    db.select().from(parcel).where(isAnyOf(parcel.orderId, keys)).orderBy(parcel.orderId, parcel.position),
    listOrderRefunds(db, keys),
  ]);
  const [linesOf, parcelsOf, refundsOf] = [groupByOrder(lines), groupByOrder(parcels), groupByOrder(refunds)];
  return rows.map((order) =>
    toGoods(order, linesOf.get(order.id), parcelsOf.get(order.id), refundsOf.get(order.id)),
  );
}

export async function readGoods(db: Db | Tx, order: OrderRow): Promise<OrderGoods> {
  const [goods] = await listGoods(db, [order]);
  return goods ?? toGoods(order);
}

export async function lockGoods(tx: Tx, orderId: string, accountId: string): Promise<OrderGoods | null> {
  const order = await lockOrder(tx, orderId, accountId);
  return order && readGoods(tx, order);
}

const groupByOrder = <Row extends { orderId: string }>(rows: readonly Row[]): Map<string, Row[]> =>
  Map.groupBy(rows, ({ orderId }) => orderId);

/** A delivered order has no unsent pieces, even without parcels, because it may have been handed over in person. */
function toGoods(
  order: OrderRow,
  lines: OrderLineRow[] = [],
  parcels: ParcelRow[] = [],
  refunds: OrderRefundRow[] = [],
): OrderGoods {
  const sold = parcels.filter(({ isReplacement }) => !isReplacement);
  const unsent = order.status === "Delivered" ? [] : listUnsent(lines, sold);
  const refunded = refunds.flatMap(({ pieces }) => pieces ?? []);
  return { order, lines, parcels, refunds, unsent, refunded };
}

export async function findLastCourier(db: Db): Promise<string> {
  const [last] = await db
    .select({ tracking: parcel.tracking })
    .from(parcel)
    .where(isNotNull(parcel.dispatchedAt))
    .orderBy(desc(parcel.dispatchedAt))
    .limit(1);
  return last?.tracking?.courier ?? "";
}

export const listOrderLines = (db: Db | Tx, orderKeys: string[]): Promise<OrderLineRow[]> =>
  db
    .select()
    .from(orderLine)
    .where(isAnyOfMany(orderLine.orderId, orderKeys))
    .orderBy(orderLine.orderId, orderLine.line);

export const listOrderRefunds = (db: Db | Tx, orderKeys: string[]): Promise<OrderRefundRow[]> =>
  db
    .select()
    .from(orderRefund)
    .where(isAnyOf(orderRefund.orderId, orderKeys))
    .orderBy(orderRefund.createdAt, orderRefund.id);
