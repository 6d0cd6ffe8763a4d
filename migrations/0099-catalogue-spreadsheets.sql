-- Products that a spreadsheet has added: the catalogue folder does not name them, and an import of it leaves them in the shop.
alter table product add column from_spreadsheet boolean not null default false;
