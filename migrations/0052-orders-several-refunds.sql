-- Each refund of an order, by its id, with the pieces that it is for; null where it is for money alone. `orders.refund_amount`
-- is their sum, and a further one may follow until nothing is left.
create table order_refund (
  id uuid primary key,
  order_id uuid not null references orders (id),
  amount bigint not null check (amount > 0),
  pieces jsonb,
  created_at timestamptz not null,
  processed_at timestamptz
);
create index order_refund_of_order on order_refund (order_id, created_at, id);
insert into order_refund (id, order_id, amount, created_at, processed_at)
select refund.id, orders.id, refund.amount, refund.created_at,
       case when orders.payment_status = 'Refunded' then coalesce(refund.processed_at, refund.updated_at) end
  from refund join orders on orders.order_id = refund.order_id;

alter table orders drop constraint orders_payment_move;
alter table orders add constraint orders_payment_move check (payment_status_before is null or (payment_status_before, payment_status) in (
  ('Pending', 'Failed'),
  ('Pending', 'Completed'),
  ('Pending', 'Expired'),
  ('Failed', 'Completed'),
  ('Failed', 'Expired'),
  ('Expired', 'Completed'),
  ('Completed', 'Refunding'),
  ('Refunding', 'Refunded'),
  ('Refunded', 'Refunding')
));

-- The pieces that a credit note is for, as it was given; null where it is for a part of all.
alter table invoice add column pieces jsonb;
