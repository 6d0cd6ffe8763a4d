-- A customer's request to send pieces back after the delivery, with how far it has come; null where there is none.
alter table orders add column return_request jsonb;
alter table orders add constraint orders_return_of_delivered check (return_request is null or status = 'Delivered');
create index orders_return_requested on orders ((return_request ->> 'requestedAt')) where return_request is not null;
