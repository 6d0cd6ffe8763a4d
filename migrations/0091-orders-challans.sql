-- Delivery challans: the papers of goods that travel without an invoice (rule 55 of the CGST rules). A series of their own,
-- so that the numbers of invoices and credit notes stay what an earlier version expects.
create table challan_series (
  series text primary key,
  last_number integer not null check (last_number > 0)
);
create table challan (
  number text primary key,
  order_id uuid not null references orders (id),
  parcel_id uuid not null unique references parcel (id),
  issued_at timestamptz not null,
  reason text not null,
  -- What travels, with its value for the way: [{ title, hsn, quantity, unitPrice }]
  lines jsonb not null,
  -- As on the day on which it was given.
  seller jsonb,
  recipient jsonb not null,
  invoice_number text
);
create index challan_newest on challan (issued_at desc, number desc);
create index challan_of_order on challan (order_id);
