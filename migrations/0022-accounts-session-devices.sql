-- Where somebody is logged in, in words they recognise; null where the device did not say.
alter table session add column device text;
