-- Who wants a mail when a sold-out product is back; each address once for a product, also after the mail.
create table back_in_stock_request (
  id uuid primary key,
  product_id text not null,
  email_key text not null,
  email text not null,
  requested_at timestamptz not null,
  mailed_at timestamptz,
  unique (product_id, email_key)
);
create index back_in_stock_request_open on back_in_stock_request (product_id, requested_at, id) where mailed_at is null;
create index back_in_stock_request_of_mailbox on back_in_stock_request (email_key);

-- How many pieces of a product there were when its requests were last looked at.
create table back_in_stock_level (
  product_id text primary key,
  available integer not null
);

-- Mailboxes that want no such mail, as digests of their addresses.
create table back_in_stock_refusal (
  mailbox text primary key,
  refused_at timestamptz not null
);
