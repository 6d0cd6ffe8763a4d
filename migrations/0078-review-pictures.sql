-- Photographs that buyers add to their reviews, made small, without what a camera writes into them.
create table review_picture (
  id uuid primary key,
  review_id uuid not null references review (id) on delete cascade,
  place integer not null,
  width integer not null,
  height integer not null,
  large bytea not null,
  small bytea not null
);
create index review_picture_of_review on review_picture (review_id, place);
-- Customers who want no mail that asks for a review.
create table review_mail_refusal (
  account_id uuid primary key,
  refused_at timestamptz not null
);
