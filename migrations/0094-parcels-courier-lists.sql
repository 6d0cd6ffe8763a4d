-- Headings of couriers' lists that the owner has explained once: which column is the order, which the number.
create table courier_list (
  -- A hash of the headings.
  headings text primary key,
  columns jsonb not null,
  courier text,
  saved_at timestamptz not null
);
