-- What about a payment waits for the owner though nothing is wrong with the shop: paid twice, disputed by its bank.
-- `reference` is the provider's id of what it is about, so that it is found once; `stage` only grows.
create table payment_finding (
  id uuid primary key,
  order_id text not null references payment (order_id),
  kind text not null check (kind in ('second-capture', 'dispute')),
  reference text not null,
  stage integer not null,
  what text not null,
  found_at timestamptz not null,
  seen_at timestamptz,
  constraint payment_finding_once unique (kind, reference)
);
create index payment_finding_unseen on payment_finding (order_id) where seen_at is null;

-- The provider's own id of the payment that was captured: another one for the same order is money too much.
alter table payment add column captured_as text;
