import { and, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { formatRupees, toRupees } from "#contract/money.ts";
import { DAY } from "#contract/time.ts";
import { defineCommand, defineLimit, formatMore, parseMonth } from "#platform/operator/command.ts";
import { printCsv } from "#platform/operator/export-csv.ts";
import type { Db } from "#platform/database/database.ts";
import { findProductSummary } from "#shop/catalogue/server/index.ts";
import { calculateAvailable, readStockLevels } from "#shop/inventory/server/index.ts";
import { orderLine, orders } from "./tables.ts";

const limit = defineLimit(20);

/** The row limit of a spreadsheet export, high enough for all products. */
const ALL = "99999";

const csv = (name: string) => ({
  summary: `for a spreadsheet: npm run -s shop -- ${name} --csv > ${name.replace(" ", "-")}.csv`,
  flag: true as const,
});

export const bestSellers = defineCommand({
  noun: "report",
  verb: "best-sellers",
  reads: true,
  summary: "Lists the best-selling products of a month or of all time: pieces, orders and value before GST.",
  args: [],
  options: {
    month: { summary: "only orders placed in this month, e.g. 2026-11", kind: "month" },
    limit: limit.option,
    csv: csv("report best-sellers"),
  },
  examples: [
    "report best-sellers",
    "report best-sellers --month 2026-11 --limit 5",
    "report best-sellers --month 2026-11 --csv > best-sellers.csv",
  ],
  run: async ({ db }, { options }) => {
    const maxRows = limit.parse(options["limit"] ?? (options["csv"] && ALL));
    const bounds = options["month"] === undefined ? null : parseMonth(options["month"]);
    const revenue =
      sql<number>`sum((${orderLine.quantity} - ${orderLine.cancelled}) * ${orderLine.unitPrice})`.mapWith(
        Number,
      );
    const rows = await db
      .select({
        productId: orderLine.productId,
        // The product title in the latest order.
        title: sql<string>`(array_agg(${orderLine.title} order by ${orders.createdAt} desc))[1]`,
        pieces,
        orders: sql<number>`count(distinct ${orders.id})`.mapWith(Number),
        worthPaise: revenue,
      })
      .from(orderLine)
      .innerJoin(orders, eq(orders.id, orderLine.orderId))
      .where(bounds ? isSoldIn(db, bounds) : isSold)
      .groupBy(orderLine.productId)
      .orderBy(desc(pieces), desc(revenue), orderLine.productId)
      .limit(maxRows + 1);
    const listed = rows.slice(0, maxRows);
    const columns = ["Product", "Title", "Pieces", "Orders", "Goods"];
    if (options["csv"])
      return printCsv([
        columns,
        ...listed.map((row) => [
          row.productId,
          row.title,
          String(row.pieces),
          String(row.orders),
          toRupees(row.worthPaise),
        ]),
      ]);
    return {
      columns,
      rows: listed.map((row) => [
        row.productId,
        row.title,
        row.pieces,
        row.orders,
        formatRupees(row.worthPaise),
      ]),
      message:
        listed.length === 0
          ? "No products were sold in this period."
          : rows.length > maxRows
            ? formatMore(maxRows)
            : "",
      data: listed,
    };
  },
});

const pieces = sql<number>`sum(${orderLine.quantity} - ${orderLine.cancelled})`.mapWith(Number);

const isSold = inArray(orders.status, ["Processing", "Delivered"]);

/**
 * Returns an SQL condition that is true for order lines sold in the period. It selects the orders first and then their
 * lines by key, because a join would make PostgreSQL read the lines of all orders.
 */
const isSoldIn = (db: Db, { from, to }: { from: Date; to?: Date }): SQL => {
  const isPlaced = and(gte(orders.createdAt, from), to && lt(orders.createdAt, to));
  const keys = db.select({ id: orders.id }).from(orders).where(and(isSold, isPlaced));
  return sql`${orderLine.orderId} = any(array(${keys}))`;
};

const longest = defineLimit(50);
const pace = defineLimit(30, 365);

/** A counted product with its sales and the number of days for which its stock will last. */
interface Forecast {
  productId: string;
  title: string;
  left: number;
  /** Number of pieces sold in the period. */
  sold: number;
  daysLeft: number;
}

export const stockForecast = defineCommand({
  noun: "stock",
  verb: "forecast",
  reads: true,
  summary:
    "Lists how many days each product's stock will last at the sales of the last 30 days, shortest first.",
  args: [],
  options: {
    days: { summary: "how many past days to calculate with (30 by default, at most 365)", kind: "number" },
    limit: longest.option,
    csv: csv("stock forecast"),
  },
  examples: [
    "stock forecast",
    "stock forecast --days 90 --limit 10",
    "stock forecast --csv > stock-forecast.csv",
  ],
  async run(context, { options }) {
    const maxRows = longest.parse(options["limit"] ?? (options["csv"] && ALL));
    const days = pace.parse(options["days"]);
    const { db, now } = context;
    const sold = await countSold(db, new Date(now().getTime() - days * DAY));
    const levels = await readStockLevels(db, [...sold.keys()]);
    const forecasts = [...sold]
      .flatMap(([productId, count]): Forecast[] => {
        const title = findProductSummary(context, productId)?.title;
        const level = levels.get(productId);
        const available = level && calculateAvailable(level);
        if (title === undefined || available === undefined || available === null || count <= 0) return [];
        return [
          {
            productId,
            title,
            left: available,
            sold: count,
            daysLeft: Math.floor((available * days) / count),
          },
        ];
      })
      .toSorted((first, other) => first.daysLeft - other.daysLeft || other.sold - first.sold);
    const listed = forecasts.slice(0, maxRows);
    const columns = ["Product", "Title", "Left", `Sold in ${days} days`, "Days left"];
    const rows = listed.map((each) => [each.productId, each.title, each.left, each.sold, each.daysLeft]);
    if (options["csv"]) return printCsv([columns, ...rows.map((row) => row.map(String))]);
    return {
      columns,
      rows,
      message:
        listed.length === 0
          ? `No product with a stock count was sold in the last ${days} days.`
          : forecasts.length > maxRows
            ? formatMore(maxRows)
            : "",
      data: listed,
    };
  },
});

/** Returns the number of pieces ordered since `start` for each product, without cancelled and unpaid orders. */
async function countSold(db: Db, start: Date): Promise<Map<string, number>> {
  const rows = await db
    .select({ productId: orderLine.productId, pieces })
    .from(orderLine)
    .where(isSoldIn(db, { from: start }))
    .groupBy(orderLine.productId);
  return new Map(rows.map((row) => [row.productId, row.pieces]));
}
