-- One for each order that costs something. `order_id` is the readable one: payments know nothing else of orders.
create table payment (
  id uuid primary key,
  order_id text not null unique,
  account_id uuid not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('Pending', 'Failed', 'Completed', 'Expired')),
  provider text,
  session_id text,
  session_address text,
  method text,
  failure text,
  flag text,
  expires_at timestamptz not null,
  asked_at timestamptz,
  captured_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payment_session unique (provider, session_id)
);
create index payment_open on payment (asked_at, id) where status in ('Pending', 'Failed');

-- What providers told us, stored before it is answered, so that nothing told is lost and nothing counts twice.
create table payment_event (
  id uuid primary key,
  provider text not null,
  event_id text not null,
  session_id text not null,
  news jsonb not null,
  received_at timestamptz not null,
  applied_at timestamptz,
  outcome text,
  constraint payment_event_once unique (provider, event_id)
);
