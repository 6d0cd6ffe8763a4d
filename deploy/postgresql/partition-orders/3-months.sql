-- Run with: psql -v ON_ERROR_STOP=1 -f 3-months.sql, at once after 2-attach.sql and then each month from cron: makes the
-- partitions of the next six months. An order that finds none is refused, so look at its exit code.

set timezone = 'UTC';

select format('create table %I partition of %I for values from (%L) to (%L)',
              tables.name || to_char(month, '_YYYY_MM'), tables.name, first_id_of(month), first_id_of(month + interval '1 month'))
  from (values ('orders'), ('order_line')) tables (name),
       generate_series(date_trunc('month', now(), 'UTC'), date_trunc('month', now(), 'UTC') + interval '7 months', interval '1 month') month
 where first_id_of(month) >= (
         select substring(pg_get_expr(relpartbound, oid) from 'TO \(''([0-9a-f-]+)''\)')::uuid
           from pg_class where relname = tables.name || '_before' and relispartition
       )
   and to_regclass(tables.name || to_char(month, '_YYYY_MM')) is null \gexec
