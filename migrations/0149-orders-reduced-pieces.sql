-- Whether a piece was sold at a discount. The refund policy excludes such pieces, and the catalogue's price may change.
alter table order_line add column reduced boolean not null default false;
