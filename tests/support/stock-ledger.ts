import { expect } from "vitest";
import { findLedgerErrors } from "./ledger-errors.ts";
import type { TestContext } from "./database.ts";

/** How many pieces there are, and how many of them are promised. */
export async function readStock(
  { database }: TestContext,
  productId: string,
): Promise<{ onHand: number | null; reserved: number }> {
  const { rows } = await database.pool.query<{ onHand: number | null; reserved: number }>(
    `select on_hand as "onHand", reserved from stock where product_id = $1`,
    [productId],
  );
  if (!rows[0]) throw new Error(`There is no ${productId}.`);
  return rows[0];
}

/** Everything that must be true of money, goods and papers whatever happened (security §5, security §6). */
export async function expectConsistentLedger({ db }: TestContext): Promise<void> {
  expect(await findLedgerErrors(db)).toEqual([]);
}
