create table outbox (
  id uuid primary key,
  topic text not null,
  reaction text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  run_at timestamptz not null,
  attempts integer not null default 0,
  done_at timestamptz,
  dead_at timestamptz,
  last_error text
);
create index outbox_due on outbox (run_at, id) where done_at is null and dead_at is null;
create index outbox_done on outbox (done_at) where done_at is not null;

-- Unlogged: a question about a limit never waits for the disk. After a crash the limits start afresh.
create unlogged table rate_limit (
  key text primary key,
  full_at timestamptz not null,
  allowed boolean not null
);

-- Belongs to @socket.io/postgres-adapter, which expects exactly these columns and makes the ids itself.
create table socket_io_attachments (
  id bigserial primary key,
  created_at timestamptz not null default now(),
  payload bytea
);
