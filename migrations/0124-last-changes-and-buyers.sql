-- When shoppers last saw a product change, for the sitemap. The record of changes goes back 30 days only; a product that is still
-- as it came has its first day, and of the others nobody knows.
alter table product add column updated_at timestamptz;
update product set updated_at = created_at where revision <= 1;
update product set updated_at = known.changed_at
  from (
    select thing->>'id' as id, max(change.changed_at) as changed_at
      from operator_change as change, jsonb_array_elements(change.things->'products') as thing
     where change.kind = 'catalogue' and (thing ? 'stock' or (thing->'from') - 'shelf' <> '{}')
     group by 1
  ) as known
 where product.id = known.id;

-- The owner finds an order for somebody else by its buyer too; few orders have one.
create index orders_buyer_search on orders using gin (to_tsvector('simple', translate(
  coalesce(contact -> 'buyer' ->> 'firstName', '') || ' ' || coalesce(contact -> 'buyer' ->> 'lastName', ''),
  '@.-_+/,:;''"', '           ')))
  where contact -> 'buyer' is not null;
