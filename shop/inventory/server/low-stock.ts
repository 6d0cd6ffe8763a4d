import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";
import { calculateAvailable } from "./available-stock.ts";
import { stock } from "./tables.ts";

export interface ScarceProduct {
  productId: string;
  /** Pieces that can be had now. */
  left: number;
}

/** Counted products of which no more than so many pieces are left, the scarcest first. */
export async function listScarceProducts(db: Db, most: number): Promise<ScarceProduct[]> {
  const available = sql`${stock.onHand} - ${stock.reserved}`;
  const rows = await db
    .select({ productId: stock.productId, onHand: stock.onHand, reserved: stock.reserved })
    .from(stock)
    .where(and(sql`${stock.onHand} is not null`, eq(stock.withdrawn, false), sql`${available} <= ${most}`))
    .orderBy(available, asc(stock.productId));
  return rows.map((row) => ({ productId: row.productId, left: calculateAvailable(row) ?? 0 }));
}
