-- An import is compared with what is in the shop and with nothing else: what the list said last is kept no longer. The
-- columns stay for the version before; the rows that this version adds leave them empty.
alter table product alter column listed_price drop not null;
alter table product alter column listed_original_price drop not null;
alter table product alter column listed_discount drop not null;
alter table product alter column fingerprint set default '';
