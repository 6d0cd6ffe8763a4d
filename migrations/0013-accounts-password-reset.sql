-- When the owner of the mailbox last proved that it is theirs.
alter table account add column email_proved_at timestamptz;

-- One row an account, so only the newest code works. The code itself is nowhere: it is computed from id.
create table password_reset (
  account_id uuid primary key references account (id) on delete cascade,
  id uuid not null,
  tries integer not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint password_reset_id unique (id)
);
