-- What is asked for shipping, in paise and before tax; it is taxed with the goods. An earlier version asks nothing.
alter table orders add column shipping bigint not null default 0 check (shipping >= 0);
alter table orders drop constraint orders_total;
alter table orders add constraint orders_total check (total = subtotal + shipping + cgst + sgst);
