import { formatRupees } from "#contract/money.ts";
import { defineLimit, formatMore, defineCommand } from "#platform/operator/command.ts";
import { calculateAvailable } from "#shop/inventory/server/index.ts";
import { findStoredProducts } from "./find-stored-products.ts";

/** More than a small shop has: there all of them are shown. */
const limit = defineLimit(200);

export const listProducts = defineCommand({
  noun: "products",
  verb: "list",
  summary: "The products in the shop, newest first.",
  args: [],
  options: {
    limited: { summary: "only pieces in limited number", flag: true },
    hidden: { summary: "only those that are not in the shop window, and why", flag: true },
    search: { summary: "only those whose id or title holds these words" },
    limit: limit.option,
  },
  examples: [
    "products list",
    "products list --limited",
    "products list --hidden",
    "products list --search tray",
  ],
  async run(context, { options }) {
    const most = limit.parse(options["limit"]);
    const { rows, hasMore } = await findStoredProducts(context, {
      hidden: options["hidden"] !== undefined,
      limited: options["limited"] !== undefined,
      search: options["search"] ?? "",
      most,
    });
    return {
      columns: ["id", "title", "price", "left", "in the shop", "HSN"],
      rows: rows.map((row) => [
        row.id,
        row.title,
        formatRupees(row.price),
        calculateAvailable(row) ?? "made to order",
        row.hidden ? (row.listed ? "hidden by hand" : "not in the list") : "yes",
        row.hsn ?? "",
      ]),
      message: rows.length === 0 ? "There are no such products." : hasMore ? formatMore(most) : "",
      data: rows,
    };
  },
});
