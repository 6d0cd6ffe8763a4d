-- What the owner answered to the wish to cancel, and when.
alter table orders add column cancellation_words text;
alter table orders add column cancellation_decided_at timestamptz;

-- From here on an order is on its way; the tracking says with whom.
alter table orders add column dispatched_at timestamptz;
alter table orders add column delivered_at timestamptz;
alter table orders add constraint orders_no_dispatch_of_cancelled
  check (status <> 'Cancelled' or dispatched_at is null);

-- What the owner wrote down for themselves: customers never read it.
create table order_note (
  id uuid primary key,
  order_id uuid not null references orders (id),
  words text not null,
  written_at timestamptz not null
);
create index order_note_of_order on order_note (order_id, id);
