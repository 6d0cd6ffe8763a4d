create table special_offer (
  id integer primary key check (id = 1),
  heading text not null,
  points jsonb not null
);
