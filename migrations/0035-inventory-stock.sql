-- Breaks earlier versions: they read on_hand and reserved of product, which are gone
-- How many pieces there are moves from the product into a table of the inventory's own. `listed` is what the owner's
-- list said last, `base` what the last count would have found had no order ever moved a piece (0025), `withdrawn` says
-- that no new order may take the product.
create table stock (
  product_id text primary key,
  on_hand integer check (on_hand >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  base integer,
  listed integer,
  withdrawn boolean not null default false
);
insert into stock (product_id, on_hand, reserved, base, listed, withdrawn)
  select id, on_hand, reserved, stock_base, listed_stock, hidden from product;
create index stock_limited on stock (product_id) where on_hand is not null and not withdrawn;

drop index product_limited;
alter table product drop column on_hand;
alter table product drop column reserved;
alter table product drop column stock_base;
alter table product drop column listed_stock;
