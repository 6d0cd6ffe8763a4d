import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database.ts";
import { refuseTooManyChanges } from "./change-limit.ts";
import { cartLine } from "./tables.ts";

/** Empties a customer's cart. */
export async function clearCart(db: Db | Tx, accountId: string): Promise<void> {
  await db.delete(cartLine).where(eq(cartLine.accountId, accountId));
}

/** The customer empties the cart. Refuses `too_many`. */
export async function clearOwnCart(context: Context, accountId: string) {
  const refused = await refuseTooManyChanges(context, accountId);
  if (refused) return refused;
  await clearCart(context.db, accountId);
  return { success: true as const, cartItems: [] };
}
