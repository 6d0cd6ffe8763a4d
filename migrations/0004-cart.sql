create table cart_line (
  account_id uuid not null,
  product_id text not null,
  quantity integer not null,
  added_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, product_id),
  constraint cart_line_quantity check (quantity between 1 and 999)
);
