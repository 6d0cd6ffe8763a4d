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

export const formatMissingProduct = (productId: string): string => `There is no product "${productId}".`;

/** Returns the revision for a form. A form for the stock only has that of the count, so other edits do not matter. */
export async function findProductRevision(
  { db }: Context,
  { args: { id = "" }, options }: CommandInput,
): Promise<string | null> {
  const names = Object.keys(options).filter((name) => options[name] !== undefined);
  if (names.length === 1 && names[0] === "stock") {
    const level = (await readStockLevels(db, [id])).get(id);
    return String(level?.onHand ?? "none");
  }
  const [row] = await db.select({ revision: product.revision }).from(product).where(eq(product.id, id));
  return row ? String(row.revision) : null;
}
