-- An order that the owner took for its customer; all others were placed at the checkout.
alter table orders add column by_phone boolean not null default false;
