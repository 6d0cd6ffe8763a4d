-- Which counted goods an order was given before it was paid: whoever lets such orders lapse again and again is given
-- less. `address` is a keyed hash of the network address, and null for mailboxes that were proven.
create table order_hold (
  order_id uuid not null references orders (id),
  product_id text not null,
  quantity integer not null check (quantity > 0),
  account_id uuid not null,
  address text,
  held_at timestamptz not null,
  primary key (order_id, product_id)
);
create index order_hold_of_account on order_hold (account_id, held_at);
create index order_hold_of_address on order_hold (address, held_at) where address is not null;
create index order_hold_of_product on order_hold (product_id, held_at);

-- The last moment to pay, where it is not the usual one.
alter table orders add column pay_until timestamptz;
