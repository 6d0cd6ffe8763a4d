import type { ReturnedData } from "#contract/command-data.ts";
import { formatCount } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import type { CommandResult } from "#platform/operator/command.ts";
import { listScarceProducts } from "#shop/inventory/server/index.ts";
import type { lowStockList } from "../../command-results.ts";
import { findProductSummary } from "./find-products.ts";

type LowStock = ReturnedData<typeof lowStockList>[number];

export async function listLowStock(context: Context): Promise<LowStock[]> {
  const scarce = await listScarceProducts(context.db, context.config.lowStock);
  return scarce.flatMap(({ productId, left }) => {
    const title = findProductSummary(context, productId)?.title;
    return title === undefined ? [] : [{ productId, title, left }];
  });
}

export async function formatLowStock(context: Context): Promise<CommandResult<LowStock[]>> {
  const low = await listLowStock(context);
  return {
    columns: ["Product", "Title", "Left"],
    rows: low.map(({ productId, title, left }) => [productId, title, left]),
    message:
      low.length === 0
        ? `Every product with a stock count has more than ${formatCount(context.config.lowStock, "piece")} left.`
        : "When you have more pieces, set the stock of the product.",
    data: low,
  };
}
