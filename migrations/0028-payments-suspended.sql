-- An order whose customer asks to cancel it takes no new payment until that is decided.
alter table payment add column suspended_at timestamptz;
update payment set suspended_at = now()
  from orders
  where orders.order_id = payment.order_id
    and orders.cancellation_status = 'Pending'
    and payment.status in ('Pending', 'Failed');
