-- Words to and about customers, and what was looked for among them, leave the record of commands: it says that they were given.
update operator_audit
set arguments = (
  select jsonb_object_agg(
    key,
    case when key in ('customer', 'search', 'text', 'words', 'reason', 'to') then to_jsonb('(given)'::text) else value end
  )
  from jsonb_each(arguments)
)
where command in (
    'customers find', 'orders list', 'orders cancel', 'orders refused', 'orders refund', 'orders note', 'orders replace',
    'orders lost', 'cancellations decline', 'returns accept', 'returns refuse', 'reviews reply', 'messages answer',
    'mail last', 'audit list'
  )
  and arguments ?| array['customer', 'search', 'text', 'words', 'reason', 'to'];
