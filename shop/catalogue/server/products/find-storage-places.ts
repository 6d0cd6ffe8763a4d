import type { Db } from "#platform/database/database.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import { product } from "../tables.ts";

/** Where these products lie in the workshop, by their ids; null where the owner says nothing. */
export async function findStoragePlaces(
  db: Db,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db
    .select({ id: product.id, shelf: product.shelf })
    .from(product)
    .where(isAnyOf(product.id, productIds));
  return new Map(rows.map(({ id, shelf }) => [id, shelf]));
}
