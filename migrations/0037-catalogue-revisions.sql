-- The revision of the catalogue in which a product was last changed: the shop reads again only what is newer than it has.
alter table product add column revision bigint not null default 0;
create index product_revision on product (revision);

-- Which picture an address means: its path up to the ending.
create index picture_path on picture (path text_pattern_ops);
