-- The parcels of an order, each with its pieces, its courier and its number. `orders.tracking` goes on saying that of the
-- first one; an order that left before this table, or by an earlier version, has no row: its parcel is all of the order.
create table parcel (
  id uuid primary key,
  order_id uuid not null references orders (id),
  position integer not null check (position > 0),
  status text not null check (status in ('Waiting', 'Sent', 'Delivered', 'Lost')),
  -- As with orders: the row says what it came from, and steps that `parcelTransitions` does not have are refused.
  status_before text,
  -- Sent at no charge for pieces that were sold: it holds none that the order still owes.
  is_replacement boolean not null default false,
  pieces jsonb not null,
  tracking jsonb,
  created_at timestamptz not null,
  dispatched_at timestamptz,
  delivered_at timestamptz,
  lost_at timestamptz,
  constraint parcel_position unique (order_id, position),
  constraint parcel_move check (status_before is null or (status_before, status) in (
    ('Waiting', 'Sent'),
    ('Sent', 'Delivered'),
    ('Sent', 'Lost')
  )),
  constraint parcel_sent check ((status = 'Waiting') = (dispatched_at is null) and (status = 'Waiting') = (tracking is null)),
  constraint parcel_ended check ((status = 'Delivered') = (delivered_at is not null) and (status = 'Lost') = (lost_at is not null))
);
create index parcel_waiting on parcel (order_id) where status = 'Waiting';

-- A part of the order has left, and another is still to be sent.
alter table orders add column partly_sent boolean not null default false;
create index orders_partly_sent on orders (id) where partly_sent;
