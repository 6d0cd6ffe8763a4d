-- The desk suggests the courier of the parcel that was dispatched last.
create index parcel_last_dispatched on parcel (dispatched_at) where dispatched_at is not null;
