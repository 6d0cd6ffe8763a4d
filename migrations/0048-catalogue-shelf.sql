-- Where a piece lies in the workshop, for the pick list; null where the owner says nothing.
alter table product add column shelf text;
