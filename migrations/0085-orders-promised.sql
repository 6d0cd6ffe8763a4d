-- The rules an order was placed under, as far as they are not the standard: what its customer was promised stays, whatever
-- the owner changes later.
alter table orders add column promised jsonb;
