-- What buyers say of products they received; one for each product and account. Without an account the rating stays nameless.
create table review (
  id uuid primary key,
  product_id text not null,
  account_id uuid,
  order_id text,
  name text not null,
  rating integer not null check (rating between 1 and 5),
  message text not null check (char_length(message) <= 1000),
  status text not null check (status in ('waiting', 'approved', 'declined')),
  reply text,
  -- One more with each change: the owner decides on what was read.
  revision integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (product_id, account_id)
);
create index review_shown on review (product_id, created_at desc, id) where status = 'approved';
create index review_waiting on review (changed_at) where status = 'waiting';
create index review_of_account on review (account_id);
