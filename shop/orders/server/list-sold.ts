import { and, desc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";
import { orderLine, orders } from "./tables.ts";

interface SoldFilter {
  from?: Date;
  to?: Date;
  most?: number;
}

/**
 * Lists the products of the orders placed in a period that were paid or confirmed and not cancelled, best sellers
 * first. `worthPaise` is the price before GST and discount.
 */
export function listSold(db: Db, { from, to, most }: SoldFilter) {
  const isSold = and(
    inArray(orders.status, ["Processing", "Delivered"]),
    from && gte(orders.createdAt, from),
    to && lt(orders.createdAt, to),
  );
  const keys = db.select({ id: orders.id }).from(orders).where(isSold);
  const count = sql`(${orderLine.quantity} - ${orderLine.cancelled})`;
  const pieces = sql<number>`sum(${count})`.mapWith(Number);
  const worthPaise = sql<number>`sum(${count} * ${orderLine.unitPrice})`.mapWith(Number);
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
