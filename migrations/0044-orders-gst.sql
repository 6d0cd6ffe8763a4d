-- What a line was sold under, as the product said on that day; null for those sold before this is stored.
alter table order_line add column hsn text;

-- To whom an invoice is made out and where the goods go, as it was on the day it was given: the order's address may be
-- corrected afterwards. Null for those given before this is stored: their orders were never changed.
alter table invoice add column recipient jsonb;

-- A credit note names the invoice that it corrects, and the refund that it is for. An order may have several.
alter table invoice add column corrects text references invoice (number);
alter table invoice add column refund_id uuid unique;
alter table invoice drop constraint invoice_once;
create unique index invoice_once on invoice (order_id) where kind = 'invoice';
create index invoice_of_order on invoice (order_id);
update invoice note set corrects = sale.number
  from invoice sale
 where note.kind = 'credit-note' and sale.kind = 'invoice' and sale.order_id = note.order_id;
alter table invoice add constraint invoice_corrects check (kind = 'credit-note' or (corrects is null and refund_id is null));
