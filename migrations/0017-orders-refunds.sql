alter table orders drop constraint orders_payment_status_check;
alter table orders add constraint orders_payment_status_check
  check (payment_status in ('Pending', 'Failed', 'Completed', 'Expired', 'Refunding', 'Refunded'));

-- Why an order is cancelled: only one that lapsed unpaid comes back when its money arrives after all.
alter table orders add column cancelled_because text
  check (cancelled_because in ('unpaid', 'customer', 'shop'));
alter table orders add column refund_amount bigint;
alter table orders add constraint orders_cancelled_because
  check (cancelled_because is null or status = 'Cancelled');
alter table orders add constraint orders_refund
  check (refund_amount is null or (status = 'Cancelled' and refund_amount between 0 and payable));
alter table orders add constraint orders_refund_first
  check (payment_status not in ('Refunding', 'Refunded') or refund_amount is not null);
