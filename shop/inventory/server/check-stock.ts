import type { Context } from "#platform/context.ts";
import type { Finding } from "#platform/checks/finding.ts";
import { auditStock } from "./audit-stock.ts";

/** Where the stock and its ledger disagree. */
export const checkStock = async (context: Context): Promise<Finding[]> =>
  (await auditStock(context.db)).map(({ productId, orderKey, words }) => ({
    about: productId,
    what: orderKey ? `stock of order ${orderKey}: ${words}` : `stock: ${words}`,
    remedy: "stock audit",
  }));
