-- Pieces that were cancelled before they left: they are sold on the invoice, refunded, and not sent.
alter table order_line add column cancelled integer not null default 0 check (cancelled between 0 and quantity);

-- Their money goes back while the rest is still to be sent.
alter table orders drop constraint orders_refund;
alter table orders add constraint orders_refund check (refund_amount is null or refund_amount between 0 and payable);
alter table orders drop constraint orders_paid_first;
alter table orders add constraint orders_paid_first check (
  status in ('Pending', 'Cancelled') or payment_status in ('Completed', 'Refunding', 'Refunded')
);
