-- Run with: psql -v ON_ERROR_STOP=1 -f 4-validate.sql, while the shop is open: it reads each row once.

set timezone = 'UTC';

select format('alter table %s validate constraint %I', conrelid::regclass, conname)
  from pg_constraint where contype = 'f' and confrelid = 'orders'::regclass and not convalidated and conparentid = 0 \gexec

-- For the lines of all months; the first partition's own, looked at just now, becomes part of it.
alter table order_line add constraint order_line_order_id_fkey foreign key (order_id) references orders (id);
