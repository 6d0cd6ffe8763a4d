-- When the page of a mailed link to pay was first shown: until then its customer may not have had the mail.
alter table payment add column link_opened_at timestamptz;
