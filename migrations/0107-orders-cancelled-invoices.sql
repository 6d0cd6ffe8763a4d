-- Invoices that were cancelled before their goods left, because they named the wrong buyer. They have a table of their own:
-- in that of the invoices an earlier version would count them as sales.
create table cancelled_invoice (
  number text primary key,
  order_id uuid not null references orders (id),
  amount bigint not null check (amount >= 0),
  issued_at timestamptz not null,
  seller jsonb,
  recipient jsonb,
  cancelled_at timestamptz not null,
  replaced_by text not null
);
create index cancelled_invoice_of_order on cancelled_invoice (order_id);
