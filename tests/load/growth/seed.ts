// Inserts past data directly into a shop's tables. Close a shop with the embedded engine first: an open shop locks
// the database.

import { sql } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";

/** The stock of each product, enough for an hour of orders. */
const PIECES = 100_000;
/** One in this many orders is still open. All others are finished. */
const OPEN_ONE_IN = 1_000;
const ORDERS_AT_ONCE = 100_000;
/** One in this many messages, reviews or testimonials waits for the owner. */
const WAITING_ONE_IN = 100;
const DAYS = 1_000;

/** Adds products until there are `count`, with the texts of the sample products. About a third have limited stock. */
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
        original_price, discount, images, variant_images, seo, created_at, sales, featured_rank)
      select id || '-g' || n, title || ' ' || n, description || ' No. ' || n, category, subcategory, collection,
             materials, sizes, price + n % 500 * 100, original_price + n % 500 * 100, discount,
             jsonb_build_array(jsonb_build_object('name', 'g' || n || '-1.jpg', 'alt', title || ', from the front'),
                               jsonb_build_object('name', 'g' || n || '-2.jpg', 'alt', title || ', in use')),
             '[]', seo, created_at - n * interval '1 minute', (sales + n) % 997, null
        from numbers join samples on place = n % samples`);
  await db.execute(sql`
    insert into stock (product_id, on_hand, base, changed_at)
      select id, counted, counted, now() - interval '1 hour'
        from (select id, case when abs(hashtext(id)) % 3 = 0 then ${PIECES}::int end as counted from product) goods
      on conflict (product_id) do nothing`);
  await db.execute(sql`update catalogue_edition set revision = revision + 1`);
  await db.execute(sql`vacuum (analyze) product, stock, picture`);
}

/** Adds orders of the last 1,000 days until there are `count` orders. Adds their payments, invoices and events too. */
export async function growOrders(db: Db, count: number, ordersOfACustomer = 20): Promise<void> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from orders`);
  for (let from = rows[0]?.count ?? 0; from < count; from += ORDERS_AT_ONCE)
    await addOrders(db, [from, Math.min(count, from + ORDERS_AT_ONCE)], count, ordersOfACustomer);
  await db.execute(sql`vacuum (analyze)`);
}

async function addOrders(
  db: Db,
  [from, to]: readonly [number, number],
  total: number,
  ofACustomer: number,
): Promise<void> {
  await db.execute(sql`drop table if exists pg_temp.grown`);
  await db.execute(sql`
    create temp table grown as
      select n, ('00000001-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
             'TRV-G' || lpad(n::text, 8, '0') as order_id,
             ('00000002-0000-7000-8000-' || lpad(to_hex(n / ${ofACustomer}::int), 12, '0'))::uuid as account_id,
             n % ${OPEN_ONE_IN}::int = 0 as open,
             now() - interval '1 hour' - (${total}::int - n) * (interval '1000 days' / ${total}::int) as at
        from generate_series(${from}::int, ${to - 1}::int) n`);
  const person = sql.raw("(array['Asha','Meera','Kabir','Ravi','Lata','Tara'])[1 + n % 6]");
  await db.execute(sql`
    insert into account (id, email, email_key, first_name, last_name, phone_number, created_at, email_proved_at)
      select distinct on (account_id) account_id, 'c' || account_id || '@example.com', 'c' || account_id || '@example.com',
             ${person}, 'Patel', '9876543210', at, at
        from grown order by account_id, n
      on conflict do nothing`);
  await db.execute(sql`
    insert into orders (id, order_id, account_id, status, payment_status, cgst_rate, sgst_rate, subtotal, cgst, sgst,
        total, coupon, payable, shipping_address, contact, created_at, updated_at, delivered_at, dispatched_at, payment_method)
      select id, order_id, account_id, case when open then 'Processing' else 'Delivered' end, 'Completed', 9, 9,
             269700, 24273, 24273, 318246, 0, 318246,
             '{"street":"14 Mango Lane","city":"Pune","state":"Maharashtra","zipCode":"411001","country":"India"}',
             jsonb_build_object('firstName', ${person}, 'lastName', 'Patel', 'email', 'c' || account_id || '@example.com'),
             at, at, case when not open then at + interval '5 days' end, case when not open then at + interval '2 days' end, 'card'
        from grown`);
  await db.execute(sql`
    insert into order_line (order_id, line, product_id, title, unit_price, quantity)
      select grown.id, line, sample.id, sample.title, 89900, 1
        from grown cross join generate_series(1, 3) line
             join (select id, title, row_number() over (order by id) - 1 as place from product) sample
               on sample.place = (n + line * 7) % (select count(*) from product)
       order by n, line`);
  await db.execute(sql`
    insert into stock_movement (order_id, product_id, turn, kind, quantity, moved_at)
      select l.order_id, l.product_id, 1, kind, 1, at
        from grown join order_line l on l.order_id = grown.id, unnest(array['reserve', 'commit']) kind
       order by n
      on conflict do nothing`);
  await db.execute(sql`
    insert into payment (id, order_id, account_id, amount, currency, status, provider, session_id, method, expires_at,
        captured_at, created_at, updated_at)
      select id, order_id, account_id, 318246, 'INR', 'Completed', 'test', order_id, 'card', at + interval '15 minutes', at, at, at
        from grown`);
  await db.execute(sql`
    insert into invoice (number, kind, order_id, amount, issued_at, recipient)
      select '20-21/' || lpad((n + 1)::text, 7, '0'), 'invoice', grown.id, 318246, at,
             jsonb_build_object('shippingAddress', shipping_address, 'contact', contact, 'companyInvoice', null)
        from grown join orders on orders.id = grown.id order by n`);
  await db.execute(sql`
    insert into outbox (id, topic, reaction, payload, created_at, run_at, attempts, done_at)
      select id, 'order.placed', 'grown', '{}', at, at, 1, at from grown where at > now() - interval '7 days'`);
  await db.execute(sql`
    update stock set base = on_hand + coalesce((select sum(case kind when 'commit' then quantity else 0 end)::int
        from stock_movement where product_id = stock.product_id), 0) where on_hand is not null`);
}

/** Adds two years of visits, and up to `count` rows each in the other tables that the desk shows. */
export async function growDesk(db: Db, count: number): Promise<void> {
  await db.execute(sql`drop table if exists pg_temp.written`);
  await db.execute(sql`
    create temp table written as
      select n, ('00000003-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id, a.id as account_id, email,
             first_name, p.id as product_id, n % ${WAITING_ONE_IN}::int = 0 as waits,
             now() - interval '1 hour' - n * (interval '1 day' * ${DAYS}::int / ${count}::int) as at
        from generate_series(0, ${count - 1}::int) n
             join (select id, email, first_name, row_number() over (order by id) - 1 as place from account) a
               on a.place = n % (select count(*) from account)
             join (select id, row_number() over (order by id) - 1 as place from product) p
               on p.place = (n * 7) % (select count(*) from product)`);
  await db.execute(sql`
    insert into contact_message (id, name, email, message, received_at, answered_at, answer)
      select id, first_name, email, repeat('Do you also have it larger, and without a handle? ', 6), at,
             case when not waits then at + interval '1 day' end, case when not waits then 'Yes, in teak.' end
        from written`);
  await db.execute(sql`
    insert into review (id, product_id, account_id, order_id, name, rating, message, status, created_at, changed_at)
      select id, product_id, account_id, null, first_name, 1 + n % 5, repeat('It is smooth, and well made. ', 8),
             case when waits then 'waiting' when n % 20 = 1 then 'declined' else 'approved' end, at, at
        from written on conflict do nothing`);
  await db.execute(sql`
    insert into testimonial (id, account_id, name, rating, message, hidden, created_at)
      select id, account_id, first_name, 5, 'All as it was promised.', false, at from written`);
  await db.execute(sql`
    insert into newsletter_subscriber (email_key, email, consented_at) select distinct email, email, min(at) from written group by email`);
  await db.execute(sql`
    insert into account_activity (id, account_id, kind, device, network, times, at)
      select id, account_id, 'logged_in', 'Chrome on Android', '203.0.113.0', 1, at from written`);
  await db.execute(sql`
    insert into operator_audit (id, os_user, command, arguments, outcome, started_at, ended_at, name, role)
      select id, 'asha', (array['orders dispatch','orders delivered','products set','messages'])[1 + n % 4],
             '{}', 'done', at, at, 'Asha', 'owner' from written`);
  await db.execute(sql`
    insert into operator_change (number, kind, summary, things, os_user, changed_at)
      select n + 1, 'catalogue', product_id || ': price',
             jsonb_build_object('products', jsonb_build_array(jsonb_build_object('id', product_id))), 'asha', at
        from written where at > now() - interval '30 days'`);
  await growVisits(db);
  await db.execute(sql`vacuum (analyze)`);
}

async function growVisits(db: Db): Promise<void> {
  await db.execute(sql`
    insert into visit_count (day, kind, name, count)
      select to_char(now() - n * interval '1 day', 'YYYY-MM-DD'), kind, name, 1 + n % 900
        from generate_series(0, 730) n, (values ('step', 'product'), ('step', 'bag'), ('step', 'checkout'),
             ('page', 'home'), ('page', 'listing'), ('page', 'product'), ('page', 'hotProduct'), ('page', 'cart'),
             ('page', 'checkout'), ('page', 'logIn'), ('page', 'signUp'), ('page', 'ourStory'), ('page', 'layTheTable'),
             ('page', 'contact'), ('page', 'refundPolicy'), ('page', 'shippingPolicy'), ('page', 'orders'),
             ('page', 'address'), ('page', 'profile'), ('page', 'orderDetails')) as kinds (kind, name)
      on conflict do nothing`);
  await db.execute(sql`
    insert into visit_count (day, kind, name, count)
      select to_char(now() - n * interval '1 day', 'YYYY-MM-DD'), 'search', 'something ' || (n * 7 + word) % 2000, 3 + word % 40
        from generate_series(0, 89) n, generate_series(1, 100) word
      on conflict do nothing`);
}
