import { and, eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { defineStatement, isAnyOf } from "#platform/database/statement.ts";
import { findProducts, findTitles } from "#shop/catalogue/server/index.ts";
import { type CartItem, toCartItem } from "../cart.ts";
import { cartLine } from "./tables.ts";

interface CartLine {
  productId: string;
  quantity: number;
}

/** Oldest first. */
export const selectCartLines = defineStatement<[accountId: string], CartLine>(
  `select product_id as "productId", quantity from cart_line where account_id = $1 order by added_at, product_id`,
);

/** The customer's cart, oldest line first. */
export const findCart = async (context: Context, accountId: string) =>
  describeCart(context, accountId, await selectCartLines(context.db, accountId));

/** Lines of products that have left the catalogue are deleted, and named once. */
export async function describeCart(context: Context, accountId: string, lines: readonly CartLine[]) {
  const { db } = context;
  const cartItems: CartItem[] = [];
  const gone: string[] = [];
  const products = await findProducts(
    context,
    lines.map(({ productId }) => productId),
  );
  for (const { productId, quantity } of lines) {
    const product = products.get(productId);
    if (product) cartItems.push(toCartItem(product, quantity));
    else gone.push(productId);
  }
  if (gone.length === 0) return { success: true as const, cartItems };
  await db.delete(cartLine).where(and(eq(cartLine.accountId, accountId), isAnyOf(cartLine.productId, gone)));
  return { success: true as const, cartItems, gone: await findTitles(db, gone) };
}
