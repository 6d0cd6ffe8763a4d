-- What operators' commands changed, from what to what, so that it can be taken back for a while. No personal data.
create table operator_change (
  number integer primary key check (number > 0),
  kind text not null,
  summary text not null,
  things jsonb not null,
  os_user text not null,
  changed_at timestamptz not null,
  undone_at timestamptz
);
