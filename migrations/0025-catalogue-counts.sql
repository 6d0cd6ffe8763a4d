-- What the last count of a product would have found had no order ever moved its goods: on_hand is this, less all that
-- was sold, plus all that came back. So `stock audit` can prove on_hand as well.
alter table product add column stock_base integer;
update product set stock_base = on_hand + coalesce(
  (select sum(case kind when 'commit' then quantity when 'restock' then -quantity else 0 end)::int
     from stock_movement where product_id = product.id), 0);
