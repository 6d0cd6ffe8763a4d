import { sql } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";

/** Orders that one customer has, unless it is said otherwise. */
const ORDERS_OF_A_CUSTOMER = 20;
/** One in so many has not arrived yet; of those, one in so many is not even paid. */
const OPEN_ONE_IN = 1_000;
const AT_ONCE = 100_000;

/**
 * Adds orders until there are `count`, spread over the last three years, with customers, lines, payments, the ledger of
 * their goods, invoices and what the outbox keeps for a week. In the order of time: what was written together lies together.
 */
export async function growOrders(db: Db, count: number, ofACustomer = ORDERS_OF_A_CUSTOMER): Promise<void> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from orders`);
  for (let from = rows[0]?.count ?? 0; from < count; from += AT_ONCE)
    await addOrders(db, { from, to: Math.min(count, from + AT_ONCE), total: count, ofACustomer });
  await db.execute(sql`vacuum (analyze)`);
}

interface Part {
  from: number;
  to: number;
  total: number;
  ofACustomer: number;
}

async function addOrders(db: Db, { from, to, total, ofACustomer }: Part): Promise<void> {
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
      select 'G' || lpad(n::text, 8, '0'), 'invoice', grown.id, 318246, at,
             jsonb_build_object('shippingAddress', shipping_address, 'contact', contact, 'companyInvoice', null)
        from grown join orders on orders.id = grown.id order by n`);
  await db.execute(sql`
    insert into outbox (id, topic, reaction, payload, created_at, run_at, attempts, done_at)
      select id, 'order.placed', 'grown', '{}', at, at, 1, at from grown where at > now() - interval '7 days'`);
  await db.execute(sql`
    update stock set base = on_hand + coalesce((select sum(case kind when 'commit' then quantity else 0 end)::int
        from stock_movement where product_id = stock.product_id), 0) where on_hand is not null`);
}
