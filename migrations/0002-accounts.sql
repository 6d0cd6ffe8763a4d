create table account (
  id uuid primary key,
  email text not null,
  email_key text not null,
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  password_hash text,
  role text not null default 'user',
  created_at timestamptz not null,
  constraint account_email_key unique (email_key),
  constraint account_role check (role in ('user'))
);

-- An ended session has no row. Of every secret only the SHA-256 is kept.
create table session (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  refresh_hash text not null,
  cookie_hash text,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  constraint session_refresh_hash unique (refresh_hash),
  constraint session_cookie_hash unique (cookie_hash)
);
create index session_of_account on session (account_id, created_at);

create table access_token (
  hash text primary key,
  session_id uuid not null references session (id) on delete cascade,
  expires_at timestamptz not null
);
create index access_token_of_session on access_token (session_id, expires_at);
