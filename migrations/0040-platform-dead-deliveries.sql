-- Deliveries that failed for good are counted with every look at the metrics.
create index outbox_dead on outbox (run_at) where done_at is null and dead_at is not null;
