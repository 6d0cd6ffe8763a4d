import { sql } from "drizzle-orm";
import { deskLinks } from "#contract/desk-links.ts";
import type { Finding } from "#platform/checks/finding.ts";
import type { Context } from "#platform/context.ts";
import type { Db } from "#platform/database/database.ts";
import { soldPieces } from "./set-stock.ts";

export const checkStock = async ({ db }: Pick<Context, "db">): Promise<Finding[]> =>
  (await listStockErrors(db)).map(({ productId, orderKey, words }) => ({
    about: productId,
    what: orderKey ? `stock of order ${orderKey}: ${words}` : `stock: ${words}`,
    remedy: orderKey
      ? "Report this to the person who maintains this shop's software"
      : "Count the pieces, and set the stock of the product",
    screen: deskLinks.product(productId),
  }));

/**
 * Compares the stock with the open orders and the last count, in one snapshot, and checks each order's movements
 * (security §5). `orderKey` is the id of the order with the error; null if the product's own numbers are wrong.
 */
export async function listStockErrors(db: Db) {
  const { rows } = await db.execute<{ productId: string; orderKey: string | null; words: string }>(sql`
    with turns as (
      select order_id, product_id, turn,
             max(quantity) filter (where kind = 'reserve') as reserved,
             max(quantity) filter (where kind = 'release') as released,
             max(quantity) filter (where kind = 'commit') as sold,
             max(quantity) filter (where kind = 'restock') as returned
        from stock_movement
       group by order_id, product_id, turn
    ), held as (
      select product_id, sum(reserved) as pieces
        from turns where released is null and sold is null
       group by product_id
    )
    select s.product_id as "productId", null::uuid as "orderKey",
           s.reserved || ' pieces are reserved, but open orders need ' || coalesce(h.pieces, 0) as words
      from stock s left join held h on h.product_id = s.product_id
     where s.on_hand is not null and s.reserved <> coalesce(h.pieces, 0)
    union all
    select s.product_id, null, s.on_hand || ' unsold pieces are recorded, but '
           || coalesce('after the last count and all later orders there should be ' || (s.base - coalesce(g.pieces, 0)), 'they were never counted')
      from stock s left join (${soldPieces}) g on g.product_id = s.product_id
     where s.on_hand is not null and s.on_hand is distinct from s.base - coalesce(g.pieces, 0)
    union all
    select product_id, order_id,
           case when reserved is null then 'pieces were released or sold without a reservation'
                when released is not null and sold is not null then 'the same pieces were released and sold'
                when returned is not null and sold is null then 'pieces came back that were never sold'
                else 'the number of pieces that were released, sold or returned is not the number that was reserved' end
      from turns
     where reserved is null
        or (released is not null and sold is not null)
        or (returned is not null and sold is null)
        or reserved not in (coalesce(released, reserved), coalesce(sold, reserved))
        or coalesce(released, sold, reserved) <> reserved
        or coalesce(returned, 0) > reserved
     order by 1, 2`);
  return rows;
}
