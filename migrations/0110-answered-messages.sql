-- What the shop answered a message by mail; null where it was answered elsewhere, or not yet.
alter table contact_message add column answer text;
