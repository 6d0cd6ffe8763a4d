-- The name of the maker of a product, as the makers of Our Story are named.
alter table product add column maker text;
-- Photographs with which customers show what is wrong with the pieces that they return.
create table return_picture (
  id uuid primary key,
  account_id uuid not null,
  order_id text not null,
  return_number integer not null,
  place integer not null,
  width integer not null,
  height integer not null,
  large bytea not null,
  small bytea not null
);
create index return_picture_of_return on return_picture (order_id, return_number, place);
create index return_picture_of_account on return_picture (account_id);
