-- The tariff heading of a piece for GST (HSN), 4, 6 or 8 digits; null where the owner says nothing.
alter table product add column hsn text check (hsn ~ '^(\d{4}|\d{6}|\d{8})$');
