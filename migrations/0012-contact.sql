create table contact_message (
  id uuid primary key,
  name text not null,
  email text not null,
  message text not null,
  received_at timestamptz not null,
  answered_at timestamptz
);
create index contact_message_newest on contact_message (received_at);

-- One row an address, whatever its case; consented_at is the first time it was given.
create table newsletter_subscriber (
  email_key text primary key,
  email text not null,
  consented_at timestamptz not null
);
