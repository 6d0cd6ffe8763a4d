-- What the rules of Legal Metrology and e-commerce ask of a product's page, where a product differs from the shop's own words.
alter table product
  add column net_weight integer,
  add column finish text,
  add column origin text,
  add column pieces integer,
  add column manufacturer text;
