import { sql } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";

/** Enough for an hour of orders in one benchmark. */
const PIECES = 100_000;

/**
 * Adds products to the sample goods until there are `count`: each has its own id, title, price, day and two pictures, the
 * texts of a sample, and every third is counted. Written straight into the tables; the shop must not be open.
 */
export async function growGoods(db: Db, count: number): Promise<void> {
  await db.execute(sql`
    with samples as (
      select *, row_number() over (order by id) - 1 as place, count(*) over () as samples
        from product where id not like '%-g%'
    ), numbers as (
      select n from generate_series((select count(*) from product), ${count - 1}::int) n
    ), pictures as (
      insert into picture (path, hash, width, height, placeholder, bytes, modified_ms)
        select 'products/g' || n || '-' || side || '.jpg', lpad(to_hex(n), 8, '0'), width, height, placeholder, bytes, 0
          from numbers, generate_series(1, 2) side,
               (select * from picture where path like 'products/%' order by path limit 1) one
    )
    insert into product (id, title, description, category, subcategory, collection, materials, sizes, price,
        original_price, discount, images, variant_images, seo, created_at, sales, featured_rank, listed_price,
        listed_original_price, listed_discount, listed_collection, fingerprint)
      select id || '-g' || n, title || ' ' || n, description || ' No. ' || n, category, subcategory, collection,
             materials, sizes, price + n % 500 * 100, original_price + n % 500 * 100, discount,
             jsonb_build_array(jsonb_build_object('name', 'g' || n || '-1.jpg', 'alt', title || ', from the front'),
                               jsonb_build_object('name', 'g' || n || '-2.jpg', 'alt', title || ', in use')),
             '[]', seo, created_at - n * interval '1 minute', (sales + n) % 997, null, price + n % 500 * 100,
             original_price + n % 500 * 100, discount, collection, fingerprint
        from numbers join samples on place = n % samples`);
  await db.execute(sql`
    insert into stock (product_id, on_hand, base, listed, changed_at)
      select id, counted, counted, counted, now() - interval '1 hour'
        from (select id, case when abs(hashtext(id)) % 3 = 0 then ${PIECES}::int end as counted from product) goods
      on conflict (product_id) do nothing`);
  await db.execute(sql`update catalogue_edition set revision = revision + 1`);
  await db.execute(sql`vacuum (analyze) product, stock, picture`);
}
