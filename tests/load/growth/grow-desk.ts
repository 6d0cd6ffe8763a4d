import { sql } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";

/** Of each kind one in so many still waits for the owner. */
const WAITING_ONE_IN = 100;
const DAYS = 1_000;

/**
 * Adds what customers wrote, what visitors looked at and who did what: so many messages, reviews and subscribers, a login and a
 * command for each of them, and the counts of two years. After the goods and the orders, since it is of them.
 */
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
      select id, 'asha', (array['orders dispatch','orders delivered','products set-price','messages answer'])[1 + n % 4],
             '{}', 'done', at, at, 'Asha', 'owner' from written`);
  await db.execute(sql`
    insert into operator_change (number, kind, summary, things, os_user, changed_at)
      select n + 1, 'catalogue', product_id || ': price',
             jsonb_build_object('products', jsonb_build_array(jsonb_build_object('id', product_id))), 'asha', at
        from written where at > now() - interval '30 days'`);
  await growVisits(db);
  await db.execute(sql`vacuum (analyze)`);
}

/** Two years of counts; words that found nothing are kept for 90 days. */
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
