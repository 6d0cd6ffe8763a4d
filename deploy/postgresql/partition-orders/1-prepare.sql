-- Run with: psql -v ON_ERROR_STOP=1 -f 1-prepare.sql, while the shop is open. See docs/scale.md: is it worth it yet?
--
-- Orders and their lines become partitioned by month, by the order's id: an UUID of version 7 begins with its
-- millisecond, so the id says the month. The primary key and the foreign keys to it stay what they are.
-- What a partitioned table cannot have is a unique constraint without that id. Readable numbers and idempotency keys
-- are therefore held unique by a table of their own, filled here for the orders there are.

set timezone = 'UTC';

create function first_id_of(moment timestamptz) returns uuid language sql immutable
  return (rpad(lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0'), 32, '0'))::uuid;

create table order_identity (
  order_id text primary key,
  id uuid not null,
  account_id uuid not null,
  idempotency_key text,
  constraint order_identity_key unique (account_id, idempotency_key)
);

create function hold_order_identity() returns trigger language plpgsql as $$
begin
  insert into order_identity (order_id, id, account_id, idempotency_key)
    values (new.order_id, new.id, new.account_id, new.idempotency_key);
  return null;
end $$;

-- From here on new orders write it themselves; those that were there before are added now.
begin;
lock table orders in share row exclusive mode;
create trigger orders_identity after insert on orders for each row execute function hold_order_identity();
commit;
insert into order_identity (order_id, id, account_id, idempotency_key)
  select order_id, id, account_id, idempotency_key from orders
  on conflict (order_id) do nothing;

-- What the unique constraints find today, an index finds tomorrow.
create index concurrently orders_order_id_before on orders (order_id);
create index concurrently orders_by_key_before on orders (account_id, idempotency_key);

-- Everything so far lies before the next month but one. Checked here without a lock, so that 2-attach.sql need not.
select first_id_of(date_trunc('month', now(), 'UTC') + interval '2 months') as bound \gset
alter table orders add constraint orders_before check (id < :'bound') not valid;
alter table orders validate constraint orders_before;
alter table order_line add constraint order_line_before check (order_id < :'bound') not valid;
alter table order_line validate constraint order_line_before;
analyze order_identity;
