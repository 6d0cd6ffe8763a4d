-- A refund that was made in the provider's dashboard, under no reference of the shop's. An order can have several.
alter table refund drop constraint refund_reason_check;
alter table refund add constraint refund_reason_check check (reason in ('cancellation', 'late-money', 'return', 'dashboard'));
drop index refund_once;
create unique index refund_once on refund (order_id, reason) where reason not in ('return', 'dashboard');

-- Each finding about a payment is a row, which only its own solution or the owner ends. A text of the payment, which the
-- next one replaced, becomes one of them.
alter table payment_finding drop constraint payment_finding_kind_check;
alter table payment_finding add constraint payment_finding_kind_check check (
  kind in ('second-capture', 'dispute', 'mismatch', 'late-money', 'refund-mismatch', 'unknown-refund', 'dashboard-refund', 'flag')
);
insert into payment_finding (id, order_id, kind, reference, stage, what, found_at)
select gen_random_uuid(), order_id, 'flag', id::text, 0, flag, updated_at from payment where flag is not null;
