import { and, eq, asc } from "drizzle-orm";
import { MINUTE } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { type Db, sendTogether, type Tx } from "#platform/database/database.ts";
import { defineStatement, isAnyOf } from "#platform/database/statement.ts";
import { refuse, type RequestRefused, rollBackIfRefused } from "#platform/http/refuse.ts";
import { consumeLimit } from "#platform/limits/rate-limit.ts";
import { holdAccount } from "#shop/accounts/server/index.ts";
import { findProducts, findTitles, findProductSummary } from "#shop/catalogue/server/index.ts";
import { getMaxQuantity, isSoldOut } from "#shop/inventory/stock.ts";
import { limitQuantity, type CartItem, toCartItem } from "../cart.ts";
import { cartLine } from "./tables.ts";

/** Returns the customer's cart, oldest line first. */
export const findCart = async (context: Context, accountId: string) =>
  serializeCart(context, accountId, await selectCartLines(context.db, accountId));

/**
 * Returns the stored lines of a customer's cart. Each line has a product, a quantity and the time at which it was
 * added.
 */
export const listCartContent = (db: Db, accountId: string) =>
  db
    .select({ productId: cartLine.productId, quantity: cartLine.quantity, addedAt: cartLine.addedAt })
    .from(cartLine)
    .where(eq(cartLine.accountId, accountId))
    .orderBy(asc(cartLine.addedAt));

/** Adds pieces to a line, or inserts the line if it is missing. `$4` is the maximum quantity that the stock allows. */
const addLine = defineStatement<
  [accountId: string, productId: string, quantity: number, most: number, now: Date]
>(`
  insert into cart_line (account_id, product_id, quantity, added_at, updated_at)
    values ($1, $2, least($3::integer, $4::integer), $5, $5)
    on conflict (account_id, product_id)
      do update set quantity = least(cart_line.quantity + $3, $4), updated_at = $5`);

/**
 * Adds pieces to a line, up to the stock. Concurrent calls do not overwrite each other. Refuses `gone`, `sold_out`,
 * `too_many`, and `not_found` if the account is being deleted.
 */
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
      holdAccount(tx, accountId),
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

/**
 * Sets the quantity of an existing line, limited to the stock; 0 removes the line (D15). Refuses `gone`, `sold_out`,
 * `not_in_cart`, `too_many`.
 */
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

/** Removes a line, and does nothing if it is missing. Refuses `too_many`. */
export const removeLine = (context: Context, accountId: string, productId: string) =>
  changeCart(context, accountId, async (tx) => {
    await deleteLine(tx, accountId, productId);
    return null;
  });

/** Empties a customer's cart in a running transaction. Does not count towards the limit of changes. */
export const clearCart = defineStatement<[accountId: string]>("delete from cart_line where account_id = $1");

/** Empties the cart at the customer's request. Refuses `too_many`. */
export const clearOwnCart = (context: Context, accountId: string) =>
  changeCart(context, accountId, async (tx) => {
    await clearCart(tx, accountId);
    return null;
  });

/**
 * Locks the lines, so that the subtraction uses the latest quantities, even if another device changed them just now.
 */
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

/**
 * Subtracts the ordered pieces from a customer's cart, in the order's transaction. Pieces that another device has added
 * meanwhile stay in the cart (D102).
 */
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

/** The limit for changes of one customer's cart (security §10). */
const CHANGES = { burst: 240, perMs: MINUTE };

/**
 * Changes a cart and returns its new content, in one round trip to the database. `write` must send its statements
 * synchronously, so it cannot use Drizzle. If `write` or the limit refuses (`too_many`), nothing changes.
 */
async function changeCart<Code extends string = never>(
  context: Context,
  accountId: string,
  write: (tx: Tx) => Promise<RequestRefused<Code> | null>,
) {
  const changed = await rollBackIfRefused(context.transact, async (tx: Tx) => {
    const [{ allowed, retryAfterMs }, refused, lines] = await sendTogether([
      consumeLimit(tx, `cart:account:${accountId}`, CHANGES, context.now()),
      write(tx),
      selectCartLines(tx, accountId),
    ]);
    if (!allowed) return refuse("too_many", { retryAfterMs });
    return refused ?? lines;
  });
  return Array.isArray(changed) ? serializeCart(context, accountId, changed) : changed;
}

interface CartLine {
  productId: string;
  quantity: number;
}

/** Selects the lines, oldest first. */
const selectCartLines = defineStatement<[accountId: string], CartLine>(
  `select product_id as "productId", quantity from cart_line where account_id = $1 order by added_at, product_id`,
);

/**
 * Returns a cart for the response. Deletes lines of products that left the catalogue, and reports their titles once.
 */
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
  return { success: true as const, cartItems, gone: await findTitles(db, missingIds) };
}
