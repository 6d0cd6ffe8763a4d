import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/database.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import { resetStockBase } from "./reset-stock-base.ts";
import { lockStock } from "./stock-state.ts";
import { NOW, stock } from "./tables.ts";

/** What the owner's list says of a product's stock; null is made to order (D22). */
export interface ImportedStock {
  productId: string;
  importedCount: number | null;
  /** What it said last; null for a product that is new. */
  importedCountBefore: number | null;
  withdrawn: boolean;
}

/**
 * Takes over the numbers of the owner's list, each only where it differs from what the list said last. Lines come in
 * the order of their product ids, as orders take them, so that the two never wait for each other in a circle. Returns
 * the goods that were made to order until now: `countReserved` has to be called for them at the end.
 */
export async function importStock(tx: Tx, lines: readonly ImportedStock[]): Promise<string[]> {
  if (lines.length === 0) return [];
  const before = await lockStock(
    tx,
    lines.map(({ productId }) => productId),
  );
  await tx
    .insert(stock)
    .values(
      lines.map(({ importedCountBefore: _before, ...line }) => ({ ...line, onHand: line.importedCount })),
    )
    .onConflictDoUpdate({
      target: stock.productId,
      set: {
        onHand: sql`case when ${isRecounted} then excluded.on_hand else ${stock.onHand} end`,
        reserved: sql`case when ${isRecounted} and excluded.on_hand is null then 0 else ${stock.reserved} end`,
        importedCount: sql`excluded.listed`,
        withdrawn: sql`excluded.withdrawn`,
        changedAt: NOW,
      },
    });
  const counted = lines.filter(
    ({ importedCount, importedCountBefore }) => importedCount !== importedCountBefore,
  );
  await resetStockBase(
    tx,
    counted.map(({ productId }) => productId),
  );
  const madeToOrder = new Set(
    before.filter(({ onHand }) => onHand === null).map(({ productId }) => productId),
  );
  return counted.map(({ productId }) => productId).filter((productId) => madeToOrder.has(productId));
}

const isRecounted = sql`${stock.importedCount} is distinct from excluded.listed`;

/** Takes products out of reach of new orders, or puts them back; what is reserved or sold already stays so. */
export async function withdrawStock(
  tx: Tx,
  productIds: readonly string[],
  withdrawn: boolean,
): Promise<void> {
  if (productIds.length === 0) return;
  await tx.update(stock).set({ withdrawn, changedAt: NOW }).where(isAnyOf(stock.productId, productIds));
}
