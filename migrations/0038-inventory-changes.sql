-- When the figures of a product were last written: the shop looks each second at those that changed since.
alter table stock add column changed_at timestamptz not null default now();
create index stock_changed on stock (changed_at);

-- What moved a product: counted anew, it is not looked for in every order there ever was.
create index stock_movement_of_product on stock_movement (product_id);
