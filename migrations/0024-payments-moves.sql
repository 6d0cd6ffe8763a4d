-- As with orders: each row remembers what it came from, and steps that `paymentMoves` (shop/payments/payment.ts) and
-- refunds do not have are refused. A second refund, of what the first left, may follow upon it.
alter table payment add column status_before text;
alter table payment add constraint payment_move check (status_before is null or (status_before, status) in (
  ('Pending', 'Failed'),
  ('Pending', 'Completed'),
  ('Pending', 'Expired'),
  ('Failed', 'Completed'),
  ('Failed', 'Expired'),
  ('Expired', 'Completed'),
  ('Completed', 'Refunding'),
  ('Refunding', 'Refunding'),
  ('Refunding', 'Refunded'),
  ('Refunded', 'Refunding'),
  ('Refunded', 'Refunded')
));
