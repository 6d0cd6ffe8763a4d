-- All that was still to arrive was lost on the way, and its money goes back: the order is over, and was never delivered.
alter table orders add column lost_at timestamptz;
