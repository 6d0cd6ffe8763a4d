-- account_id is null where the owner's file brought it.
create table testimonial (
  id uuid primary key,
  account_id uuid,
  name text not null,
  rating integer not null check (rating between 1 and 5),
  message text not null,
  hidden boolean not null,
  created_at timestamptz not null
);
create index testimonial_newest on testimonial (created_at);
