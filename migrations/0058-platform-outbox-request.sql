-- Which request an event was published by, for the log of its deliveries, and the trace that request belongs to.
alter table outbox add column request_id text, add column traceparent text;
