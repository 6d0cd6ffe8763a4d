import { and, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { ReturnedData } from "#contract/command-data.ts";
import { formatRupeesGrouped, toRupees } from "#contract/money.ts";
import type { CommandInput, CommandResult } from "#platform/operator/command.ts";
import { describeRows, parseMonth } from "#platform/operator/command-values.ts";
import { printCsv } from "#platform/operator/export-csv.ts";
import type { Db } from "#platform/database/database.ts";
import type { salesByProduct } from "../command-results.ts";
import { orderLine, orders } from "./tables.ts";

/** Returns the best-selling products of the orders placed in a month or of all orders. The value is before GST. */
export async function findBestSellers(
  db: Db,
  { month, csv }: CommandInput["options"],
  maxRows: number,
): Promise<CommandResult<ReturnedData<typeof salesByProduct>>> {
  const revenue =
    sql<number>`sum((${orderLine.quantity} - ${orderLine.cancelled}) * ${orderLine.unitPrice})`.mapWith(
      Number,
    );
  const rows = await db
    .select({
      productId: orderLine.productId,
      title: sql<string>`(array_agg(${orderLine.title} order by ${orders.createdAt} desc))[1]`,
      pieces,
      orders: sql<number>`count(distinct ${orders.id})`.mapWith(Number),
      worthPaise: revenue,
    })
    .from(orderLine)
    .innerJoin(orders, eq(orders.id, orderLine.orderId))
    .where(month === undefined ? isSold : isSoldIn(db, parseMonth(month)))
    .groupBy(orderLine.productId)
    .orderBy(desc(pieces), desc(revenue), orderLine.productId)
    .limit(maxRows + 1);
  const listed = rows.slice(0, maxRows);
  const columns = ["Product", "Title", "Pieces", "Orders", "Goods"];
  const toCells = (row: (typeof listed)[number]) => [row.productId, row.title, row.pieces, row.orders];
  if (csv)
    return printCsv([
      columns,
      ...listed.map((row) => [...toCells(row).map(String), toRupees(row.worthPaise)]),
    ]);
  return {
    columns,
    rows: listed.map((row) => [...toCells(row), formatRupeesGrouped(row.worthPaise)]),
    message: describeRows(rows.length, maxRows, "No products were sold in this period."),
    data: listed,
  };
}

const pieces = sql<number>`sum(${orderLine.quantity} - ${orderLine.cancelled})`.mapWith(Number);

const isSold = inArray(orders.status, ["Processing", "Delivered"]);

/**
 * Returns the condition for order lines that were sold in a period. Selects the orders in a subquery, because with a
 * join, PostgreSQL would read the lines of all orders.
 */
const isSoldIn = (db: Db, { from, to }: { from: Date; to?: Date }): SQL => {
  const isPlaced = and(gte(orders.createdAt, from), to && lt(orders.createdAt, to));
  const keys = db.select({ id: orders.id }).from(orders).where(and(isSold, isPlaced));
  return sql`${orderLine.orderId} = any(array(${keys}))`;
};

export async function countSold(db: Db, start: Date): Promise<Map<string, number>> {
  const rows = await db
    .select({ productId: orderLine.productId, pieces })
    .from(orderLine)
    .where(isSoldIn(db, { from: start }))
    .groupBy(orderLine.productId);
  return new Map(rows.map((row) => [row.productId, row.pieces]));
}
