-- Run with: psql -v ON_ERROR_STOP=1 -f 2-attach.sql, in the month of 1-prepare.sql. Orders wait while it runs, a fraction of a
-- second. The tables of today become the first partition as they are; no row is moved or looked at. All of it or nothing.

set timezone = 'UTC';

begin;
set local lock_timeout = '2s';
lock table orders, order_line in access exclusive mode;
select first_id_of(date_trunc('month', now(), 'UTC') + interval '2 months') as bound \gset

-- Foreign keys lead to the table of all months from now on.
create temporary table led_here on commit drop as
  select conrelid::regclass::text as child, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and confrelid = 'orders'::regclass;
select format('alter table %s drop constraint %I', child, name) from led_here \gexec
drop trigger orders_identity on orders;

-- order_identity holds them unique now.
alter table orders drop constraint orders_order_id_key;
alter table orders drop constraint orders_key;

alter table orders rename to orders_before;
alter table order_line rename to order_line_before;
select format('alter index %I rename to %I', indexname, indexname || '_before')
  from pg_indexes where tablename in ('orders_before', 'order_line_before') and indexname not like '%_before' \gexec

create table orders (like orders_before including defaults including constraints) partition by range (id);
create table order_line (like order_line_before including defaults including constraints) partition by range (order_id);
alter table orders drop constraint orders_before;
alter table order_line drop constraint order_line_before;

alter table orders add constraint orders_pkey primary key (id);
alter table order_line add constraint order_line_pkey primary key (order_id, line);
create index orders_order_id on orders (order_id);
create index orders_by_key on orders (account_id, idempotency_key);
create index orders_of_account on orders (account_id, created_at desc, id);
create index orders_newest on orders (created_at desc, id);
create index orders_by_status on orders (status, created_at desc, id);
create index orders_to_decide on orders (cancellation_requested_at) where cancellation_status = 'Pending';
create index orders_return_requested on orders ((return_request ->> 'requestedAt')) where return_request is not null;

alter table orders attach partition orders_before for values from (minvalue) to (:'bound');
alter table order_line attach partition order_line_before for values from (minvalue) to (:'bound');
create trigger orders_identity after insert on orders for each row execute function hold_order_identity();

-- They hold for each new row at once; those there are looked at by 4-validate.sql, while the shop goes on.
select format('alter table %s add constraint %I %s not valid', case child when 'order_line' then 'order_line_before' else child end, name, definition)
  from led_here \gexec
commit;
