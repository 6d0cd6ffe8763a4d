alter table payment drop constraint payment_status_check;
alter table payment add constraint payment_status_check
  check (status in ('Pending', 'Failed', 'Completed', 'Expired', 'Refunding', 'Refunded'));

-- Money on its way back: for one reason once. A further attempt is the same refund, asked for anew.
create table refund (
  id uuid primary key,
  order_id text not null references payment (order_id),
  reason text not null check (reason in ('cancellation', 'late-money')),
  amount bigint not null check (amount > 0),
  status text not null check (status in ('Pending', 'Processed', 'Failed')),
  attempt integer not null check (attempt > 0),
  provider_id text,
  failure text,
  asked_at timestamptz,
  processed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint refund_once unique (order_id, reason)
);
create index refund_open on refund (asked_at, id) where status = 'Pending';
