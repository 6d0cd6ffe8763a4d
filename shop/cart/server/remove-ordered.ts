import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database.ts";
import { cartLine } from "./tables.ts";

/**
 * Takes what was ordered out of a customer's cart, in the transaction of the order. Whatever another device has added
 * since stays there (D102).
 */
export async function removeOrderedLines(
  tx: Tx,
  accountId: string,
  lines: readonly { productId: string; quantity: number }[],
): Promise<void> {
  const ordered = sql`(values ${sql.join(
    lines.map(({ productId, quantity }) => sql`(${productId}::text, ${quantity}::integer)`),
    sql`, `,
  )}) as ordered (product_id, quantity)`;
  const isOrdered = sql`${cartLine.accountId} = ${accountId} and ${cartLine.productId} = ordered.product_id`;
  await tx.execute(
    sql`delete from ${cartLine} using ${ordered} where ${isOrdered} and ${cartLine.quantity} <= ordered.quantity`,
  );
  await tx.execute(
    sql`update ${cartLine} set quantity = ${cartLine.quantity} - ordered.quantity from ${ordered} where ${isOrdered}`,
  );
}
