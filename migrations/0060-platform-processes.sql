-- The processes of the shop that are open on this server: each says so again every few seconds.
-- Unlogged: it never waits for the disk, and after a crash whoever lives says so anew.
create unlogged table shop_process (
  id text primary key,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  salt text not null,
  secret text not null,
  previous_secret text,
  facts jsonb not null
);
