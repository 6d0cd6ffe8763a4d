-- Whether the bank of this payment refuses its first refund.
alter table test_payment_session add column refuses_refund boolean not null default false;

-- What the test provider gave back. The reference is the merchant's: asked for twice, it is one refund.
create table test_payment_refund (
  id text primary key,
  session_id text not null references test_payment_session (id),
  reference text not null unique,
  amount bigint not null check (amount > 0),
  failure text,
  created_at timestamptz not null
);
