import { desc, eq } from "drizzle-orm";
import { MINUTE } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { type Db, sendTogether, type Tx } from "#platform/database/database.ts";
import { defineStatement } from "#platform/database/statement.ts";
import { refuse, rollBackIfRefused } from "#platform/http/refuse.ts";
import { type Limit, refuseTooMany } from "#platform/limits/rate-limit.ts";
import { lockAccount } from "#shop/accounts/server/index.ts";
import { findProductSummary } from "#shop/catalogue/server/index.ts";
import { MAX_SAVED } from "../wishlist.ts";
import { savedProduct } from "./tables.ts";

/** The limit of wishlist changes for one customer (security §10). */
const WISHLIST_CHANGE_LIMIT: Limit = { burst: 120, perMs: MINUTE };

const selectSaved = defineStatement<[accountId: string], { productId: string }>(`
  select product_id as "productId" from saved_product where account_id = $1
   order by saved_at desc, product_id collate "C"`);

export const findSaved = async ({ db }: Context, accountId: string) =>
  serializeSaved(await selectSaved(db, accountId));

export const listSavedProducts = (db: Db, accountId: string) =>
  db
    .select({ productId: savedProduct.productId, savedAt: savedProduct.savedAt })
    .from(savedProduct)
    .where(eq(savedProduct.accountId, accountId))
    .orderBy(desc(savedProduct.savedAt), savedProduct.productId);

/** `saved_at` increases by one microsecond from product to product, so that the last id counts as the newest. */
const insertSaved = defineStatement<[accountId: string, productIds: string[], now: Date]>(`
  insert into saved_product (account_id, product_id, saved_at)
    select $1, product_id, $3::timestamptz + place * interval '1 microsecond'
      from unnest($2::text[]) with ordinality as given (product_id, place)
     order by product_id collate "C"
    on conflict (account_id, product_id) do nothing`);

const deleteOldest = defineStatement<[accountId: string, most: number]>(`
  delete from saved_product where account_id = $1 and product_id in (
    select product_id from saved_product where account_id = $1
     order by saved_at desc, product_id collate "C" offset $2)`);

/** Ignores unknown products. */
export function saveProducts(context: Context, accountId: string, productIds: readonly string[]) {
  const existingIds = [...new Set(productIds.flatMap((id) => findProductSummary(context, id)?._id ?? []))];
  return changeList(context, accountId, async (tx) => {
    const [account] = await sendTogether([
      // Locks the account, because a row that is added after the account's deletion would never be deleted.
      lockAccount(tx, accountId),
      insertSaved(tx, accountId, existingIds, context.now()),
      deleteOldest(tx, accountId, MAX_SAVED),
    ]);
    return account ? null : refuse("not_found");
  });
}

const deleteSaved = defineStatement<[accountId: string, productIds: string[]]>(
  "delete from saved_product where account_id = $1 and product_id = any($2)",
);

export const removeSaved = (context: Context, accountId: string, productIds: readonly string[]) =>
  changeList(context, accountId, async (tx) => {
    await deleteSaved(tx, accountId, [...productIds]);
    return null;
  });

export const deleteAllSaved = defineStatement<[accountId: string]>(
  "delete from saved_product where account_id = $1",
);

async function changeList<Code extends string = never>(
  context: Context,
  accountId: string,
  write: (tx: Tx) => Promise<ReturnType<typeof refuse<Code>> | null>,
) {
  const changed = await rollBackIfRefused(context.transact, async (tx: Tx) => {
    const limited = await refuseTooMany({ ...context, db: tx }, [
      `wishlist:account:${accountId}`,
      WISHLIST_CHANGE_LIMIT,
    ]);
    return limited ?? (await write(tx)) ?? selectSaved(tx, accountId);
  });
  return Array.isArray(changed) ? serializeSaved(changed) : changed;
}

const serializeSaved = (rows: readonly { productId: string }[]) => ({
  success: true as const,
  productIds: rows.map(({ productId }) => productId),
});
