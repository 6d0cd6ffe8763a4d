-- The last number given in each series: '26-27' numbers invoices, 'CN26-27' credit notes.
create table invoice_series (
  series text primary key,
  last_number integer not null check (last_number > 0)
);

-- Every invoice and credit note ever given. One of each for an order, and never taken back.
create table invoice (
  number text primary key,
  kind text not null check (kind in ('invoice', 'credit-note')),
  order_id uuid not null references orders (id),
  amount bigint not null check (amount >= 0),
  issued_at timestamptz not null,
  constraint invoice_once unique (order_id, kind)
);
create index invoice_newest on invoice (issued_at desc, number desc);
