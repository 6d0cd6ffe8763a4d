-- What was sent can come back piece by piece: of the other reasons there is still one refund each.
alter table refund drop constraint refund_once;
create unique index refund_once on refund (order_id, reason) where reason <> 'return';
create index refund_of_order on refund (order_id);
