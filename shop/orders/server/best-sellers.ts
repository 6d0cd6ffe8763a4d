import { and, desc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import { formatRupees } from "#contract/money.ts";
import { defineCommand, defineLimit, formatMore, parseMonth } from "#platform/operator/command.ts";
import { orderLine, orders } from "./tables.ts";

const limit = defineLimit(20);

export const bestSellers = defineCommand({
  noun: "report",
  verb: "best-sellers",
  reads: true,
  summary: "What was sold most: pieces, orders and worth of the goods before GST, of a month or of all time.",
  args: [],
  options: {
    month: { summary: "orders placed in this month, e.g. 2026-11", kind: "month" },
    limit: limit.option,
  },
  examples: ["report best-sellers", "report best-sellers --month 2026-11 --limit 5"],
  run: async ({ db }, { options }) => {
    const most = limit.parse(options["limit"]);
    const bounds = options["month"] === undefined ? null : parseMonth(options["month"]);
    const pieces = sql<number>`sum(${orderLine.quantity} - ${orderLine.cancelled})`.mapWith(Number);
    const worth =
      sql<number>`sum((${orderLine.quantity} - ${orderLine.cancelled}) * ${orderLine.unitPrice})`.mapWith(
        Number,
      );
    const rows = await db
      .select({
        productId: orderLine.productId,
        // As it was called last.
        title: sql<string>`(array_agg(${orderLine.title} order by ${orders.createdAt} desc))[1]`,
        pieces,
        orders: sql<number>`count(distinct ${orders.id})`.mapWith(Number),
        worthPaise: worth,
      })
      .from(orderLine)
      .innerJoin(orders, eq(orders.id, orderLine.orderId))
      .where(
        and(
          inArray(orders.status, ["Processing", "Delivered"]),
          bounds ? gte(orders.createdAt, bounds.from) : undefined,
          bounds ? lt(orders.createdAt, bounds.to) : undefined,
        ),
      )
      .groupBy(orderLine.productId)
      .orderBy(desc(pieces), desc(worth), orderLine.productId)
      .limit(most + 1);
    const shown = rows.slice(0, most);
    return {
      columns: ["Product", "Title", "Pieces", "Orders", "Goods"],
      rows: shown.map((row) => [
        row.productId,
        row.title,
        row.pieces,
        row.orders,
        formatRupees(row.worthPaise),
      ]),
      message: shown.length === 0 ? "Nothing was sold." : rows.length > most ? formatMore(most) : "",
      data: shown,
    };
  },
});
