import { isDeepStrictEqual } from "node:util";
import { getTaxRates } from "#shop/seller/server/index.ts";
import type { Context } from "#platform/context.ts";
import { isRefused, refuse } from "#platform/http/refuse.ts";
import type { NewOrder } from "../new-order.ts";
import { priceLines } from "./priced-lines.ts";

/** The lines and the tax rates of an order as they are today; what the customer was shown is only compared (D3, D8). */
export async function priceOrder(context: Context, { items, shownTaxRates }: NewOrder) {
  const lines = await priceLines(context, items);
  if (isRefused(lines)) return lines;
  const rates = getTaxRates(context);
  if (shownTaxRates && !isDeepStrictEqual({ ...shownTaxRates }, { ...rates }))
    return refuse("prices_changed", { details: { taxRates: rates } });
  return { lines, rates };
}
