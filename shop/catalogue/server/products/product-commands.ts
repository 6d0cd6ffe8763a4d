import { max } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { isAnyOfMany } from "#platform/database/statement.ts";
import { type CommandInput, refuseField, UsageError } from "#platform/operator/command.ts";
import { readStockLevels } from "#shop/inventory/server/index.ts";
import { NONE } from "../content/change-content.ts";
import { product } from "../tables.ts";

export const productArgument = {
  name: "id",
  summary: "the product, as in its URL",
  kind: "product",
} as const;

export const IN_SHOP = "The change is in the shop now.";

export const formatMissingProduct = (productId: string): string =>
  `There is no product "${productId}". Check its name in the list of products.`;

const MAX_PRODUCTS = 2_000;

export function listIds(lines = ""): string[] {
  const ids = [...new Set(lines.split("\n").filter(Boolean))];
  if (ids.length === 0) throw refuseField("id", "Choose at least one product.");
  if (ids.length > MAX_PRODUCTS)
    throw new UsageError(
      `You can change up to ${MAX_PRODUCTS} products at once. For more, export the products, edit the file and import it.`,
    );
  return ids;
}

/**
 * Returns a value that has changed if a form is outdated. For a change of stock, it contains `onHand` of a single
 * product. For several products, it contains `base` instead, which a shipment does not change. Unless only the
 * stock changes, it also contains the newest revision of the products.
 */
export async function findProductRevision(
  { db }: Context,
  { args: { id }, options }: CommandInput,
): Promise<string | null> {
  const ids = listIds(id);
  const names = Object.keys(options).filter((name) => options[name] !== undefined);
  const levels = names.includes("stock") ? await readStockLevels(db, ids) : null;
  const mark = levels
    ? ids.map((each) => levels.get(each)?.[ids.length === 1 ? "onHand" : "base"] ?? NONE).join(",")
    : null;
  if (mark !== null && names.length === 1) return mark;
  const [row] = await db
    .select({ latest: max(product.revision) })
    .from(product)
    .where(isAnyOfMany(product.id, ids));
  return typeof row?.latest === "number"
    ? [row.latest, mark].filter((part) => part !== null).join(" ")
    : null;
}
