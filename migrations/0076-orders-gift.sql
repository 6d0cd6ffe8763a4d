-- An order that is given to somebody: { "message": the text of its card, empty without one }; null for every other order.
alter table orders add column gift jsonb;
