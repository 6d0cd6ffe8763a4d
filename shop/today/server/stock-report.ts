import type { ReturnedData } from "#contract/command-data.ts";
import { DAY } from "#contract/time.ts";
import { defineCommand } from "#platform/operator/command.ts";
import { csvOption, defineLimit, describeRows } from "#platform/operator/command-values.ts";
import { toCsv, toTable } from "#platform/operator/result-table.ts";
import { MAILS_PER_PIECE } from "#shop/back-in-stock/back-in-stock.ts";
import { countWaiting } from "#shop/back-in-stock/server/index.ts";
import { findProductSummary, listLowStock } from "#shop/catalogue/server/index.ts";
import { calculateAvailable, readStockLevels } from "#shop/inventory/server/index.ts";
import { listSold } from "#shop/orders/server/index.ts";
import { reportStock } from "../command-results.ts";

const LAST = Number.MAX_SAFE_INTEGER;

const longest = defineLimit(50);

/** The forecast calculates with the sales of this number of past days. */
const PAST_DAYS = 30;

export const stockReportCommand = defineCommand({
  ...reportStock,
  reads: true,
  summary:
    "Lists how many days the stock of products will last, and how many people wait for a sold-out product.",
  args: [],
  options: {
    limit: longest.option,
    csv: csvOption,
  },
  examples: ["report stock", "report stock --limit 10", "report stock --csv > report-stock.csv"],
  async run(context, { options }) {
    const maxRows = longest.parse(options["limit"], options["csv"]);
    const { db, now } = context;
    const soldRows = await listSold(db, { from: new Date(now().getTime() - PAST_DAYS * DAY) });
    const sold = new Map(soldRows.map((row) => [row.productId, row.pieces]));
    const people = new Map((await countWaiting(db)).map((row) => [row.productId, row.people]));
    const low = new Set((await listLowStock(context)).map(({ productId }) => productId));
    const ids = [...new Set([...sold.keys(), ...people.keys(), ...low])];
    const levels = await readStockLevels(db, ids);
    const forecasts = ids
      .flatMap((productId): ReturnedData<typeof reportStock> => {
        const title = findProductSummary(context, productId)?.title;
        const level = levels.get(productId);
        const left = level && calculateAvailable(level);
        const count = sold.get(productId) ?? 0;
        const isListed = count > 0 || (left ?? 1) <= 0 || low.has(productId);
        if (title === undefined || left === undefined || left === null || !isListed) return [];
        const daysLeft = left <= 0 ? 0 : count > 0 ? Math.floor((left * PAST_DAYS) / count) : null;
        return [{ productId, title, left, sold: count, daysLeft, waiting: people.get(productId) ?? 0 }];
      })
      .toSorted(
        (first, other) =>
          (first.daysLeft ?? LAST) - (other.daysLeft ?? LAST) ||
          other.waiting - first.waiting ||
          other.sold - first.sold,
      );
    const listed = forecasts.slice(0, maxRows);
    const fields = ["productId", "title", "left", "sold", "daysLeft", "waiting"] as const;
    const headings = { sold: `Sold in ${PAST_DAYS} days`, waiting: "People waiting" };
    if (options["csv"]) return toCsv(listed, fields, headings);
    return {
      ...toTable(listed, fields, headings),
      message:
        describeRows(
          forecasts.length,
          maxRows,
          `No product with a stock count is low in stock or was sold in the last ${PAST_DAYS} days.`,
        ) ||
        (listed.some(({ waiting }) => waiting > 0)
          ? `People are waiting for an e-mail that a product is back in stock. When you set its stock, ${MAILS_PER_PIECE} people for each added piece get the e-mail, in the order in which they asked.`
          : ""),
      data: listed,
    };
  },
});
