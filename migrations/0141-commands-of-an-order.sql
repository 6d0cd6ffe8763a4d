-- The history of an order shows who did what with it.
create index operator_audit_of_order on operator_audit ((arguments ->> 'orderId'), started_at desc)
  where arguments ->> 'orderId' is not null;
