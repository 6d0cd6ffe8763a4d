-- Breaks earlier versions: they read session.refresh_hash, which is gone
-- The refresh tokens of a session: one for a browser's, a line of successors for one without a cookie.
create table refresh_token (
  hash text primary key,
  session_id uuid not null references session (id) on delete cascade,
  parent_hash text,
  created_at timestamptz not null,
  used_at timestamptz,
  superseded_at timestamptz
);
create index refresh_token_of_session on refresh_token (session_id, parent_hash);
insert into refresh_token (hash, session_id, created_at) select refresh_hash, id, created_at from session;
alter table session drop column refresh_hash;
