-- The products that customers keep in mind. At most 100 of one account, see shop/wishlist/wishlist.ts.
create table saved_product (
  account_id uuid not null,
  product_id text not null,
  saved_at timestamptz not null,
  primary key (account_id, product_id)
);
