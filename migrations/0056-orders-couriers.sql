-- The owner's couriers, for machines that do not have the folder with couriers.json; one row.
create table own_couriers (
  id integer primary key,
  couriers jsonb not null,
  constraint own_couriers_id_check check (id = 1)
);
