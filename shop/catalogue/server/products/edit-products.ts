import { and, eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { isAnyOfMany } from "#platform/database/statement.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import { lockCounts, setStock, withdrawStock } from "#shop/inventory/server/index.ts";
import { type ProductChange, recordCatalogueChange, trackProducts } from "../catalogue-changes.ts";
import { readWrittenProducts } from "../import/stored-products.ts";
import type { WrittenProduct } from "../owner-folder/product-file.ts";
import { beginCatalogueRevision, lockCatalogue } from "../revision.ts";
import { product } from "../tables.ts";
import { formatMissingProduct } from "./product-commands.ts";
import { writeValues } from "./add-product.ts";
import { listWithoutHsn, refuseIncomplete, refuseWithoutHsn } from "./without-hsn.ts";

export type ToCells = (now: WrittenProduct) => Record<string, string>;

/** Changes products. If values changed, runs `inspect` in the same transaction: it may throw to cancel the changes. */
export const editProducts = (
  context: Context,
  ids: readonly string[],
  { toCells, counts = false }: { toCells: ToCells; counts?: boolean },
  inspect: (changes: readonly ProductChange[], tx: Tx) => Promise<void> = async () => {},
) =>
  context.transact(async (tx) => {
    const { revision } = await lockCatalogue(tx, context.now());
    if (counts) await lockCounts(tx, ids.toSorted());
    await refuseAbsent(tx, ids);
    const stored = await readWrittenProducts(tx, ids);
    const rows = ids.map((id): Record<string, string> => {
      const current = stored.get(id);
      if (!current) throw new CommandRefused(formatMissingProduct(id));
      const cells = toCells(current);
      if (cells["hidden"] === "no") refuseIncomplete(String(current["title"]), { ...current, ...cells });
      return { ...cells, slug: id };
    });
    const isOnly = (name: string) => rows.every((row) => name in row && Object.keys(row).length === 2);
    const result =
      isOnly("hidden") && rows.every((row) => row["hidden"] === "yes")
        ? { changes: await hideProducts(context, tx, ids, revision + 1), warnings: [] }
        : isOnly("stock")
          ? { changes: await countProducts(context, tx, rows), warnings: [] }
          : await writeValues(within(context, tx), rows);
    if (result.changes.length > 0) await inspect(result.changes, tx);
    return result;
  });

/** Hides products without validating them, so that a product with an invalid value can be hidden. */
async function hideProducts(
  context: Context,
  tx: Tx,
  ids: readonly string[],
  revision: number,
): Promise<ProductChange[]> {
  const tracked = await trackProducts(tx, ids);
  // Locks products by ascending id, as the checkout does, which prevents deadlocks.
  for (const id of ids.toSorted()) {
    await withdrawStock(tx, [id], true);
    await tx
      .update(product)
      .set({ hiddenByHand: true, revision })
      .where(and(eq(product.id, id), eq(product.hiddenByHand, false)));
  }
  const changes = await tracked.noteChanges(context.now());
  if (changes.length > 0) await beginCatalogueRevision(context, tx);
  await recordCatalogueChange(context, tx, { products: changes });
  return changes;
}

/** Sets stock without validating the products, so that other invalid values do not prevent a count. */
async function countProducts(
  context: Context,
  tx: Tx,
  rows: readonly Readonly<Record<string, string>>[],
): Promise<ProductChange[]> {
  const counted = new Map(
    rows.map(({ slug = "", stock = "" }) => [slug, stock === "" ? null : Number(stock)]),
  );
  const ids = [...counted.keys()].toSorted();
  const tracked = await trackProducts(tx, ids, { counts: true });
  for (const id of ids) await setStock(tx, id, counted.get(id) ?? null);
  const changes = await tracked.noteChanges(context.now());
  await recordCatalogueChange(context, tx, { products: changes });
  return changes;
}

/** Refuses changes after which a product without an HSN code would be visible. @throws UsageError */
export async function refuseToShow(
  context: Context,
  tx: Tx,
  changes: readonly ProductChange[],
): Promise<void> {
  const ids = changes.filter(({ to }) => "hsn" in to || "hiddenByHand" in to).map(({ id }) => id);
  const missing = await listWithoutHsn(context, { db: tx, ids });
  refuseWithoutHsn(
    missing,
    missing.length === 1
      ? "Enter the HSN of the product first, for example 4419."
      : "Enter the HSN of these products first, or hide the products.",
  );
}

/** @throws CommandRefused if a product was removed, because a change does not bring it back to the shop */
async function refuseAbsent(tx: Tx, ids: readonly string[]): Promise<void> {
  const [withdrawn] = await tx
    .select({ title: product.title })
    .from(product)
    .where(and(isAnyOfMany(product.id, ids), eq(product.inOwnerList, false)))
    .limit(1);
  if (withdrawn)
    throw new CommandRefused(
      `${withdrawn.title} was removed from your list of products. Import the product again before you change it.`,
    );
}

const within = (context: Context, tx: Tx): Context => ({
  ...context,
  db: tx as unknown as Db,
  transact: (callback) => callback(tx),
});
