-- All that was still to arrive was lost on the way, and its money goes back: the order is over, and was never delivered.
alter table orders add column lost_at timestamptz check (lost_at is null or (status = 'Processing' and dispatched_at is not null));
