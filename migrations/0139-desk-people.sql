-- People who may use the owner's desk from anywhere (D119). Each has a name of their own, which the record of commands shows.
create table desk_person (
  id uuid primary key,
  name text not null,
  -- The name in small letters: two people with one name could not be told apart in the record.
  name_key text not null unique,
  role text not null check (role in ('owner', 'manager', 'packer')),
  created_at timestamptz not null
);
-- The public halves of their passkeys.
create table desk_passkey (
  -- The id that the device gave it, base64url.
  id text primary key,
  person_id uuid not null references desk_person (id) on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports jsonb not null,
  -- What the person calls the device.
  device text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index desk_passkey_of_person on desk_passkey (person_id);
-- A link by which a person adds a passkey, once; only its hash is stored. A newer one replaces it.
create table desk_invitation (
  person_id uuid primary key references desk_person (id) on delete cascade,
  hash text not null unique,
  expires_at timestamptz not null
);
-- Signed-in browsers; only the hash of the cookie is stored.
create table desk_session (
  id uuid primary key,
  hash text not null unique,
  person_id uuid not null references desk_person (id) on delete cascade,
  passkey_id text not null references desk_passkey (id) on delete cascade,
  -- The browser and the rough network, to be recognised in the list.
  device text not null,
  network text not null,
  begun_at timestamptz not null,
  seen_at timestamptz not null,
  -- The last time that the passkey was asked for again.
  proved_at timestamptz
);
create index desk_session_of_person on desk_session (person_id);
create index desk_session_of_passkey on desk_session (passkey_id);
-- Challenges that were answered: each counts once. They carry their own seal and expiry.
create table desk_challenge (
  hash text primary key,
  expires_at timestamptz not null
);
