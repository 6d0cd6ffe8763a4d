import type { ReturnedData } from "#contract/command-data.ts";
import { DAY } from "#contract/time.ts";
import { defineCommand } from "#platform/operator/command.ts";
import { csvOption, defineLimit, describeRows } from "#platform/operator/command-values.ts";
import { printCsv } from "#platform/operator/export-csv.ts";
import { MAILS_PER_PIECE } from "#shop/back-in-stock/back-in-stock.ts";
import { countWaiting } from "#shop/back-in-stock/server/index.ts";
import { findProductSummary } from "#shop/catalogue/server/index.ts";
import { calculateAvailable, readStockLevels } from "#shop/inventory/server/index.ts";
import { countSold } from "#shop/orders/server/index.ts";
import { reportStock } from "../command-results.ts";

/** Higher than any shop's number of products, so that a spreadsheet export contains all of them. */
const ALL = "99999";

const longest = defineLimit(50);
const pace = defineLimit(30, 365);

export const stockReportCommand = defineCommand({
  ...reportStock,
  reads: true,
  summary:
    "Lists how many days each product's stock will last, and how many people wait for sold-out products.",
  args: [],
  options: {
    days: { summary: "how many past days to calculate with (30 by default, at most 365)", kind: "position" },
    limit: longest.option,
    csv: csvOption,
  },
  examples: ["report stock", "report stock --days 90 --limit 10", "report stock --csv > report-stock.csv"],
  async run(context, { options }) {
    const maxRows = longest.parse(options["limit"] ?? (options["csv"] && ALL));
    const days = pace.parse(options["days"]);
    const { db, now } = context;
    const sold = await countSold(db, new Date(now().getTime() - days * DAY));
    const people = new Map((await countWaiting(db)).map((row) => [row.productId, row.people]));
    const ids = [...new Set([...sold.keys(), ...people.keys()])];
    const levels = await readStockLevels(db, ids);
    const forecasts = ids
      .flatMap((productId): ReturnedData<typeof reportStock> => {
        const title = findProductSummary(context, productId)?.title;
        const level = levels.get(productId);
        const left = level && calculateAvailable(level);
        const count = sold.get(productId) ?? 0;
        if (title === undefined || left === undefined || left === null || (count <= 0 && left > 0)) return [];
        const daysLeft = left <= 0 ? 0 : Math.floor((left * days) / count);
        return [{ productId, title, left, sold: count, daysLeft, waiting: people.get(productId) ?? 0 }];
      })
      .toSorted(
        (first, other) =>
          first.daysLeft - other.daysLeft || other.waiting - first.waiting || other.sold - first.sold,
      );
    const listed = forecasts.slice(0, maxRows);
    const columns = ["Product", "Title", "Left", `Sold in ${days} days`, "Days left", "People waiting"];
    const rows = listed.map(({ productId, title, left, sold: pieces, daysLeft, waiting }) => [
      productId,
      title,
      left,
      pieces,
      daysLeft,
      waiting,
    ]);
    if (options["csv"]) return printCsv([columns, ...rows.map((row) => row.map(String))]);
    return {
      columns,
      rows,
      message:
        describeRows(
          forecasts.length,
          maxRows,
          `No product with a stock count was sold in the last ${days} days.`,
        ) ||
        (listed.some(({ waiting }) => waiting > 0)
          ? `People are waiting for an e-mail that a product is back in stock. When you set its stock, ${MAILS_PER_PIECE} people for each added piece get the e-mail, in the order in which they asked.`
          : ""),
      data: listed,
    };
  },
});
