-- The owner's lists find a few orders among all there ever were.
create index orders_by_status on orders (status, created_at desc, id);
create index orders_to_decide on orders (cancellation_requested_at) where cancellation_status = 'Pending';

-- Payments that wait for the owner, and money on its way back.
create index payment_flagged on payment (created_at) where flag is not null;
create index refund_unprocessed on refund (order_id) where status <> 'Processed';

-- Products that are not in the shop, newest first.
create index product_hidden on product (created_at desc, id) where hidden;
