-- The books of a month list the payments that arrived in it. Without this index they would read all payments.
create index payment_captured on payment (captured_at) where captured_at is not null;
