-- How to wash and oil a piece, and what it must never meet: { wash, oil, never }, null where the owner says nothing.
alter table product add column care jsonb;
