-- When an order was cancelled. It was derived from the last change of the order, which a later refund moves, or from the
-- answer to the customer's request, which may have declined it.
alter table orders add column cancelled_at timestamptz;
update orders
   set cancelled_at = coalesce(
         case when cancellation_status = 'Approved' then cancellation_decided_at end,
         (select max(created_at) from order_refund where order_refund.order_id = orders.id),
         updated_at)
 where status = 'Cancelled';
