-- The weight of a piece as it is packed, in grams, and the box around it, in centimetres; null where the owner says nothing.
alter table product add column weight integer check (weight > 0);
alter table product add column packed jsonb;
