-- The days a product takes to be made, where it is made to order: they come before the days of packing and sending.
alter table product add column lead_days integer check (lead_days > 0);
