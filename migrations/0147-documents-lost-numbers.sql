-- The count of numbers of documents that customers have, but that a restored backup does not contain. No new document
-- gets these numbers.
alter table invoice_series add column lost_numbers integer not null default 0;
alter table challan_series add column lost_numbers integer not null default 0;
