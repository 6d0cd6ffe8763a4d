import { and, eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { refuseTooManyChanges } from "./change-limit.ts";
import { findCart } from "./find-cart.ts";
import { cartLine } from "./tables.ts";

/** Removes a line; one that is not there is as good as removed. Refuses `too_many`. */
export async function removeLine(context: Context, accountId: string, productId: string) {
  const refused = await refuseTooManyChanges(context, accountId);
  if (refused) return refused;
  await context.db
    .delete(cartLine)
    .where(and(eq(cartLine.accountId, accountId), eq(cartLine.productId, productId)));
  return findCart(context, accountId);
}
