-- A third reason for money to go back: what was sent was lost, broken or returned.
alter table refund drop constraint refund_reason_check;
alter table refund add constraint refund_reason_check check (reason in ('cancellation', 'late-money', 'return'));
