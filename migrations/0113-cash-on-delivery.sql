-- An order that is paid in cash when it arrives: it is packed once its customer has confirmed it, before its money is there.
-- `Expired` with it is one that was lost on the way: nothing is collected for it any more.
alter table orders add column cash boolean not null default false;
alter table orders drop constraint orders_paid_first;
alter table orders add constraint orders_paid_first check (
  status in ('Pending', 'Cancelled') or payment_status in ('Completed', 'Refunding', 'Refunded')
  or (cash and status = 'Processing' and payment_status in ('Pending', 'Expired'))
);

-- Its customer did not take it at the door.
alter table orders drop constraint orders_cancelled_because_check;
alter table orders add constraint orders_cancelled_because_check
  check (cancelled_because in ('unpaid', 'customer', 'shop', 'refused'));

alter table orders drop constraint orders_no_dispatch_of_cancelled;
alter table orders add constraint orders_no_dispatch_of_cancelled
  check (status <> 'Cancelled' or dispatched_at is null or cancelled_because = 'refused');

-- No window is opened for it; once its customer has agreed to pay at the door, it does not expire.
alter table payment add column in_cash boolean not null default false;
alter table payment add column agreed_at timestamptz;
-- What the courier collected and has paid to the shop: when, how much, and under which reference.
alter table payment add column settled_at timestamptz;
alter table payment add column settled_amount bigint check (settled_amount >= 0);
alter table payment add column settled_as text;
alter table payment add constraint payment_settled_whole check (
  (settled_at is null) = (settled_amount is null) and (settled_at is null) = (settled_as is null)
  and (settled_at is null or (in_cash and captured_at is not null))
);
create index payment_to_settle on payment (captured_at) where in_cash and settled_at is null;
