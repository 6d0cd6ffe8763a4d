-- What happened to an account, for its owner and the operator to read. It goes with the account.
create table account_activity (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  kind text not null,
  -- `Chrome on Android`; null where it did not say, or the shop itself did it.
  device text,
  -- The visitor's network, without the part that names one machine.
  network text,
  times integer not null,
  at timestamptz not null
);
create index account_activity_of_account on account_activity (account_id, at desc);
create index account_activity_newest on account_activity (at desc, id);
