import { and, eq, asc } from "drizzle-orm";
import { MINUTE } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { type Db, sendTogether, type Tx } from "#platform/database/database.ts";
import { defineStatement, isAnyOf } from "#platform/database/statement.ts";
import { isRefused, refuse, rollBackIfRefused } from "#platform/http/refuse.ts";
import { consumeLimit, type Limit } from "#platform/limits/rate-limit.ts";
import { lockAccount } from "#shop/accounts/server/index.ts";
import { findProducts, findProductRecords, findProductSummary } from "#shop/catalogue/server/index.ts";
import { getMaxQuantity, isSoldOut } from "#shop/inventory/stock.ts";
import { limitQuantity, type CartItem, toCartItem } from "../cart.ts";
import { cartLine } from "./tables.ts";

export const findCart = async (context: Context, accountId: string) =>
  serializeCart(context, accountId, await selectCartLines(context.db, accountId));

export const listCartContent = (db: Db, accountId: string) =>
  db
    .select({ productId: cartLine.productId, quantity: cartLine.quantity, addedAt: cartLine.addedAt })
    .from(cartLine)
    .where(eq(cartLine.accountId, accountId))
    .orderBy(asc(cartLine.addedAt), asc(cartLine.productId));

const addLine = defineStatement<
  [accountId: string, productId: string, quantity: number, most: number, now: Date]
>(`
  insert into cart_line (account_id, product_id, quantity, added_at, updated_at)
    values ($1, $2, least($3::integer, $4::integer), $5, $5)
    on conflict (account_id, product_id)
      do update set quantity = least(cart_line.quantity + $3, $4), updated_at = $5`);

/** If two calls run at once, both quantities are added, up to the stock. */
export async function addPieces(
  context: Context,
  accountId: string,
  item: { productId: string; quantity: number },
) {
  const product = findProductSummary(context, item.productId);
  if (!product) return refuse("gone");
  if (isSoldOut(product)) return refuse("sold_out");
  return changeCart(context, accountId, async (tx) => {
    const [account] = await sendTogether([
      // Locks the account, because a line that is added after the account's deletion would never be deleted.
      lockAccount(tx, accountId),
      addLine(tx, accountId, product._id, item.quantity, getMaxQuantity(product), context.now()),
    ]);
    return account ? null : refuse("not_found");
  });
}

const updateLine = defineStatement<
  [accountId: string, productId: string, quantity: number, now: Date],
  { quantity: number }
>(`
  update cart_line set quantity = $3, updated_at = $4 where account_id = $1 and product_id = $2
    returning quantity`);

export async function setQuantity(
  context: Context,
  accountId: string,
  { productId, quantity }: { productId: string; quantity: number },
) {
  if (quantity === 0) return removeLine(context, accountId, productId);
  const product = findProductSummary(context, productId);
  if (!product) return refuse("gone");
  if (isSoldOut(product)) return refuse("sold_out");
  return changeCart(context, accountId, async (tx) => {
    const pieces = limitQuantity(product, quantity);
    const [updated] = await updateLine(tx, accountId, product._id, pieces, context.now());
    return updated ? null : refuse("not_in_cart");
  });
}

const deleteLine = defineStatement<[accountId: string, productId: string]>(
  "delete from cart_line where account_id = $1 and product_id = $2",
);

export const removeLine = (context: Context, accountId: string, productId: string) =>
  changeCart(context, accountId, (tx) => deleteLine(tx, accountId, productId));

export const clearCart = defineStatement<[accountId: string]>("delete from cart_line where account_id = $1");

export const clearOwnCart = (context: Context, accountId: string) =>
  changeCart(context, accountId, (tx) => clearCart(tx, accountId));

/** Locks the cart lines first, so that `subtractItems` uses their latest quantities. */
const lockLines = defineStatement<[accountId: string, productIds: string[]]>(`
  select 1 from cart_line where account_id = $1 and product_id = any($2)
   order by product_id collate "C" for update`);

const subtractItems = defineStatement<[accountId: string, productIds: string[], quantities: number[]]>(`
  with ordered as (
    select * from unnest($2::text[], $3::int[]) as line (product_id, quantity)
  ), removed as (
    delete from cart_line using ordered
     where account_id = $1 and cart_line.product_id = ordered.product_id and cart_line.quantity <= ordered.quantity
  )
  update cart_line set quantity = cart_line.quantity - ordered.quantity from ordered
   where account_id = $1 and cart_line.product_id = ordered.product_id and cart_line.quantity > ordered.quantity`);

/** Subtracts the ordered pieces. Pieces that another device has added in the meantime stay in the cart (D102). */
export const removeOrderedLines = async (
  tx: Tx,
  accountId: string,
  lines: readonly { productId: string; quantity: number }[],
): Promise<unknown> => {
  const productIds = lines.map(({ productId }) => productId);
  return sendTogether([
    lockLines(tx, accountId, productIds),
    subtractItems(
      tx,
      accountId,
      productIds,
      lines.map(({ quantity }) => quantity),
    ),
  ]);
};

/** The limit of cart changes for one customer (security §10). */
const CART_CHANGE_LIMIT: Limit = { burst: 240, perMs: MINUTE };

/**
 * Checks the rate limit, runs `write` and reads the cart in one round trip. `write` must send its SQL before its first
 * `await`, so it must not use Drizzle, which sends SQL later.
 */
async function changeCart<Written>(context: Context, accountId: string, write: (tx: Tx) => Promise<Written>) {
  const changed = await rollBackIfRefused(context.transact, async (tx: Tx) => {
    const [{ allowed, retryAfterMs }, written, lines] = await sendTogether([
      consumeLimit(tx, `cart:account:${accountId}`, CART_CHANGE_LIMIT, context.now()),
      write(tx),
      selectCartLines(tx, accountId),
    ]);
    if (!allowed) return refuse("too_many", { retryAfterMs });
    return isRefused(written) ? written : lines;
  });
  return isRefused(changed) ? changed : serializeCart(context, accountId, changed);
}

interface CartLine {
  productId: string;
  quantity: number;
}

const selectCartLines = defineStatement<[accountId: string], CartLine>(
  `select product_id as "productId", quantity from cart_line where account_id = $1 order by added_at, product_id`,
);

/** Deletes the lines of products that were removed from the shop. Their titles (`gone`) are only in this response. */
async function serializeCart(context: Context, accountId: string, lines: readonly CartLine[]) {
  const { db } = context;
  const cartItems: CartItem[] = [];
  const missingIds: string[] = [];
  const products = await findProducts(
    context,
    lines.map(({ productId }) => productId),
  );
  for (const { productId, quantity } of lines) {
    const product = products.get(productId);
    if (product) cartItems.push(toCartItem(product, quantity));
    else missingIds.push(productId);
  }
  if (missingIds.length === 0) return { success: true as const, cartItems };
  await db
    .delete(cartLine)
    .where(and(eq(cartLine.accountId, accountId), isAnyOf(cartLine.productId, missingIds)));
  const gone = [...(await findProductRecords(db, missingIds)).values()].map(({ title }) => title);
  return { success: true as const, cartItems, gone };
}
