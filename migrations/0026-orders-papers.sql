-- Who sold it, as the seller's file said on the day the invoice was given: a document never changes afterwards. Those
-- given before this is kept go on taking the seller as of today.
alter table invoice add column seller jsonb;

-- Money can go back after the parcel has left, too: what was lost, broken or returned. Such an order stays what it is.
alter table orders drop constraint orders_refund;
alter table orders add constraint orders_refund check (refund_amount is null or (
  refund_amount between 0 and payable
  and (status in ('Cancelled', 'Delivered') or dispatched_at is not null)
));
alter table orders drop constraint orders_paid_first;
alter table orders add constraint orders_paid_first check (
  status in ('Pending', 'Cancelled') or payment_status = 'Completed'
  or (payment_status in ('Refunding', 'Refunded') and (status = 'Delivered' or dispatched_at is not null))
);
