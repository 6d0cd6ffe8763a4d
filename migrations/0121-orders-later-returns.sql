-- A customer may return the other pieces of an order too: the first request stays where it is, later ones are a list beside it.
alter table orders add column later_returns jsonb not null default '[]';
