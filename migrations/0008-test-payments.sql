-- The test provider's own books. It is a company of its own: the shop never reads these.
create table test_payment_key (
  id text primary key check (id = 'shop'),
  api_key text not null,
  webhook_secret text not null,
  created_at timestamptz not null
);

-- Holds no card data: what is typed into the window is looked up and forgotten.
create table test_payment_session (
  id text primary key,
  reference text not null unique,
  amount bigint not null check (amount > 0),
  currency text not null,
  description text not null,
  state text not null check (state in ('open', 'otp', 'processing', 'captured', 'closed')),
  method text,
  failure text,
  captures_at timestamptz,
  captured_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index test_payment_session_processing on test_payment_session (captures_at) where state = 'processing';
