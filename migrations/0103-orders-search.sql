-- The owner finds an order by the beginning of any word: its number, name, mail address, phone, city, PIN, courier's number.
create index orders_search on orders using gin (to_tsvector('simple', translate(
  order_id || ' ' || coalesce(contact ->> 'firstName', '') || ' ' || coalesce(contact ->> 'lastName', '') || ' ' ||
  coalesce(contact ->> 'email', '') || ' ' || coalesce(shipping_address ->> 'phoneNumber', '') || ' ' ||
  coalesce(shipping_address ->> 'city', '') || ' ' || coalesce(shipping_address ->> 'zipCode', '') || ' ' ||
  coalesce(tracking ->> 'number', ''),
  '@.-_+/,:;''"', '           ')));

-- Or by a product in it.
create index order_line_search on order_line using gin (to_tsvector('simple', translate(
  title || ' ' || product_id, '@.-_+/,:;''"', '           ')));

-- What waits to leave is few, whatever was delivered before.
create index orders_to_send on orders (created_at, id)
  where status = 'Processing' and (dispatched_at is null or partly_sent);
