-- The owner finds an order for somebody else by the buyer's phone number too. The index of 0124 serves earlier versions.
create index orders_buyer_words on orders using gin (to_tsvector('simple', translate(
  coalesce(contact -> 'buyer' ->> 'firstName', '') || ' ' || coalesce(contact -> 'buyer' ->> 'lastName', '') || ' ' ||
  coalesce(contact -> 'buyer' ->> 'phoneNumber', ''), '@.-_+/,:;''"', '           ')))
  where contact -> 'buyer' is not null;
