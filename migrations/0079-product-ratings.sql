-- What buyers give a product, on average: written with each change of what is shown of its reviews.
alter table product add column rating_value double precision;
alter table product add column review_count integer not null default 0;
