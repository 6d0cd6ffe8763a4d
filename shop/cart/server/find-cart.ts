import { and, asc, eq, inArray } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { findProduct, findTitles } from "#server/catalogue";
import { type CartItem, toCartItem } from "../cart.ts";
import { cartLine } from "./tables.ts";

/** The customer's cart, oldest line first. Lines of products that have left the catalogue are deleted, and named once. */
export async function findCart(context: Context, accountId: string) {
  const { db } = context;
  const lines = await db
    .select({ productId: cartLine.productId, quantity: cartLine.quantity })
    .from(cartLine)
    .where(eq(cartLine.accountId, accountId))
    .orderBy(asc(cartLine.addedAt), asc(cartLine.productId));
  const cartItems: CartItem[] = [];
  const gone: string[] = [];
  for (const { productId, quantity } of lines) {
    const product = findProduct(context, productId);
    if (product) cartItems.push(toCartItem(product, quantity));
    else gone.push(productId);
  }
  if (gone.length === 0) return { success: true as const, cartItems };
  await db.delete(cartLine).where(and(eq(cartLine.accountId, accountId), inArray(cartLine.productId, gone)));
  return { success: true as const, cartItems, gone: await findTitles(db, gone) };
}
