-- Each row remembers what it came from, so that the database refuses a step that the table in code does not have:
-- `orderMoves`, `orderPaymentMoves` (shop/orders/status.ts). Null until the first step.
alter table orders add column status_before text;
alter table orders add constraint orders_move check (status_before is null or (status_before, status) in (
  ('Pending', 'Processing'),
  ('Pending', 'Cancelled'),
  ('Processing', 'Delivered'),
  ('Processing', 'Cancelled'),
  ('Cancelled', 'Processing')
));

alter table orders add column payment_status_before text;
alter table orders add constraint orders_payment_move check (payment_status_before is null or (payment_status_before, payment_status) in (
  ('Pending', 'Failed'),
  ('Pending', 'Completed'),
  ('Pending', 'Expired'),
  ('Failed', 'Completed'),
  ('Failed', 'Expired'),
  ('Expired', 'Completed'),
  ('Completed', 'Refunding'),
  ('Refunding', 'Refunded')
));

-- What has arrived stays so, whoever writes.
alter table orders add constraint orders_delivered_for_good check (delivered_at is null or status = 'Delivered');
