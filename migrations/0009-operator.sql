-- Who ran which command, and how it ended.
create table operator_audit (
  id uuid primary key,
  os_user text not null,
  command text not null,
  arguments jsonb not null,
  outcome text not null check (outcome in ('done', 'refused', 'failed')),
  words text,
  started_at timestamptz not null,
  ended_at timestamptz not null
);
create index operator_audit_newest on operator_audit (started_at desc, id);
