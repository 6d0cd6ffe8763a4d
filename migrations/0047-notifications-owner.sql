-- The days whose digest to the owner was begun, and the products that the owner was written about as low in stock.
create table owner_digest (
  day text primary key check (day ~ '^\d{4}-\d{2}-\d{2}$')
);
create table low_stock_notice (
  product_id text primary key,
  pieces_left integer not null,
  noted_at timestamptz not null
);
