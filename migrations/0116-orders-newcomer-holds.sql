-- The network and the mail domain of a proven customer without a paid order: together they may keep a part of scarce goods.
alter table order_hold add column newcomer_address text, add column newcomer_domain text;
create index order_hold_newcomer_address on order_hold (newcomer_address, held_at) where newcomer_address is not null;
create index order_hold_newcomer_domain on order_hold (newcomer_domain, held_at) where newcomer_domain is not null;
