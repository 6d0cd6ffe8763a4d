import { and, count, desc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import { pickFields } from "#contract/read.ts";
import type { Db } from "#platform/database/database.ts";
import { isAnyOfMany } from "#platform/database/statement.ts";
import { wasPaidSql } from "./list-orders.ts";
import { listOrderLines } from "./order-goods.ts";
import { orderLine, orders } from "./tables.ts";

/**
 * Lists the products of the orders that were placed in a period, best sellers first. The orders must be paid or
 * confirmed, and not cancelled. `worthPaise` is the price before GST and discount.
 */
export function listSold(db: Db, { from, to, most }: { from?: Date; to?: Date; most?: number }) {
  const isSold = and(
    inArray(orders.status, ["Processing", "Delivered"]),
    from && gte(orders.createdAt, from),
    to && lt(orders.createdAt, to),
  );
  const keys = db.select({ id: orders.id }).from(orders).where(isSold);
  const kept = sql`(${orderLine.quantity} - ${orderLine.cancelled})`;
  const pieces = sql<number>`sum(${kept})`.mapWith(Number);
  const worthPaise = sql<number>`sum(${kept} * ${orderLine.unitPrice})`.mapWith(Number);
  const rows = db
    .select({
      productId: orderLine.productId,
      title: sql<string>`(array_agg(${orderLine.title} order by ${orders.createdAt} desc))[1]`,
      pieces,
      orders: sql<number>`count(distinct ${orders.id})`.mapWith(Number),
      worthPaise,
    })
    .from(orderLine)
    .innerJoin(orders, eq(orders.id, orderLine.orderId))
    // With only a join, PostgreSQL would read the lines of all orders instead of those of the period.
    .where(from ? sql`${orderLine.orderId} = any(array(${keys}))` : isSold)
    .groupBy(orderLine.productId)
    .orderBy(desc(pieces), desc(worthPaise), orderLine.productId);
  return most === undefined ? rows : rows.limit(most);
}

/** Counts the orders of each calendar day in the shop's time zone. Phone orders do not count. */
export async function countOrdersByDay(
  db: Db,
  start: Date,
): Promise<{ day: string; placed: number; paid: number }[]> {
  // Format only the days of the result, because formatting each date is slower.
  const day = sql`(${orders.createdAt} at time zone 'UTC' + interval '330 minutes')::date`;
  return db
    .select({
      day: sql<string>`to_char(${day}, 'YYYY-MM-DD')`,
      placed: count(),
      paid: sql<number>`count(*) filter (where ${wasPaidSql})::int`,
    })
    .from(orders)
    .where(and(gte(orders.createdAt, start), eq(orders.byPhone, false)))
    .groupBy(day);
}

/** Returns these orders, possibly thousands, with their lines and the columns for invoices and tax reports. */
export async function listSoldOrders(db: Db, keys: string[]) {
  const [rows, lines] = await Promise.all([
    db.select(pickFields(orders, taxedColumns)).from(orders).where(isAnyOfMany(orders.id, keys)),
    listOrderLines(db, keys),
  ]);
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  return rows.map((order) => ({ order, lines: linesOf.get(order.id) ?? [] }));
}

const taxedColumns = [
  "id",
  "orderId",
  "cgstRate",
  "sgstRate",
  "subtotal",
  "shipping",
  "coupon",
  "payable",
  "shippingAddress",
  "contact",
  "companyInvoice",
  "createdAt",
  "cancelledAt",
  "paymentStatus",
  "paymentMethod",
] as const;
