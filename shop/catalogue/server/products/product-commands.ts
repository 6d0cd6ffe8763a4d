import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { CommandInput } from "#platform/operator/command.ts";
import { readStockLevels } from "#shop/inventory/server/index.ts";
import { product } from "../tables.ts";

export const productArgument = {
  name: "id",
  summary: "the product, as in its URL",
  kind: "product",
} as const;

export const IN_SHOP = "The change is in the shop now.";

export const formatMissingProduct = (productId: string): string =>
  `There is no product "${productId}". Check its name in the list of products.`;

/**
 * Returns the revision for a form. If the form changes the stock, the revision includes the pieces in the workshop,
 * because shipments change these but not the revision of the product. If the form changes only the stock, the result is
 * only the number of these pieces. Returns null if another field is changed and there is no such product.
 */
export async function findProductRevision(
  { db }: Context,
  { args: { id = "" }, options }: CommandInput,
): Promise<string | null> {
  const names = Object.keys(options).filter((name) => options[name] !== undefined);
  const count = names.includes("stock")
    ? String((await readStockLevels(db, [id])).get(id)?.onHand ?? "none")
    : null;
  if (count !== null && names.length === 1) return count;
  const [row] = await db.select({ revision: product.revision }).from(product).where(eq(product.id, id));
  return row ? [row.revision, count].filter((part) => part !== null).join(" ") : null;
}
