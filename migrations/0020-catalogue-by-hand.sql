-- What the owner's list said last, beside what the shop has: an import changes a price, a collection or the shop's own
-- lists only where the owner wrote something else than last time.
alter table product add column listed_price bigint;
alter table product add column listed_original_price bigint;
alter table product add column listed_discount double precision;
alter table product add column listed_collection text;
update product set listed_price = price, listed_original_price = original_price, listed_discount = discount,
                   listed_collection = collection;
alter table product alter column listed_price set not null;
alter table product alter column listed_original_price set not null;
alter table product alter column listed_discount set not null;

-- Two reasons to be out of the shop: not in the list, or put away by hand.
alter table product add column listed boolean not null default true;
alter table product add column put_away boolean not null default false;
update product set listed = not hidden;
drop index product_limited;
alter table product drop column hidden;
alter table product add column hidden boolean generated always as (not listed or put_away) stored;
alter table product alter column hidden set not null;
create index product_limited on product (id) where on_hand is not null and not hidden;

alter table catalogue_edition add column listed jsonb;
