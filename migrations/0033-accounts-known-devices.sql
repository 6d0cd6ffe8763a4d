-- Browsers in which an account was entered with its password or a proof of its mailbox. Of every secret only the SHA-256 is kept.
create table known_device (
  account_id uuid not null references account (id) on delete cascade,
  hash text not null,
  expires_at timestamptz not null,
  primary key (account_id, hash)
);
create index known_device_expiry on known_device (expires_at);
