-- Who used a desk, by the name it was opened under, and with which role; null for what was typed.
alter table operator_audit add column name text;
alter table operator_audit add column role text;
