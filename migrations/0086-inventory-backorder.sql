-- A product with stock may be ordered beyond it: what is not there is made to order. Only of such may the workshop owe
-- pieces, and then `on_hand` is below zero.
alter table stock add column backorder boolean not null default false;
alter table stock drop constraint stock_on_hand_check;
alter table stock add constraint stock_on_hand_check check (on_hand >= 0 or backorder);
