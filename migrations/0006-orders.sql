create table orders (
  id uuid primary key,
  order_id text not null unique,
  account_id uuid not null,
  idempotency_key text,
  payload_hash text,
  status text not null check (status in ('Pending', 'Processing', 'Delivered', 'Cancelled')),
  payment_status text not null check (payment_status in ('Pending', 'Failed', 'Completed', 'Expired')),
  payment_method text,
  cgst_rate numeric(5, 2) not null check (cgst_rate >= 0),
  sgst_rate numeric(5, 2) not null check (sgst_rate >= 0),
  subtotal bigint not null check (subtotal >= 0),
  cgst bigint not null check (cgst >= 0),
  sgst bigint not null check (sgst >= 0),
  total bigint not null,
  coupon bigint not null check (coupon >= 0),
  payable bigint not null check (payable >= 0),
  shipping_address jsonb not null,
  contact jsonb not null,
  company_invoice jsonb,
  notes text,
  tracking jsonb,
  cancellation_status text check (cancellation_status in ('Pending', 'Approved', 'Rejected')),
  cancellation_reasons jsonb,
  cancellation_comments text,
  cancellation_requested_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint orders_key unique (account_id, idempotency_key),
  constraint orders_total check (total = subtotal + cgst + sgst),
  constraint orders_payable check (payable = total - coupon),
  constraint orders_paid_first check (status in ('Pending', 'Cancelled') or payment_status = 'Completed'),
  constraint orders_key_with_hash check ((idempotency_key is null) = (payload_hash is null))
);
create index orders_of_account on orders (account_id, created_at desc, id);
create index orders_newest on orders (created_at desc, id);

-- What was sold, as it was then: it stays readable when the product is gone.
create table order_line (
  order_id uuid not null references orders (id),
  line integer not null,
  product_id text not null,
  title text not null,
  image_url text,
  unit_price bigint not null check (unit_price >= 0),
  quantity integer not null check (quantity between 1 and 999),
  primary key (order_id, line)
);
