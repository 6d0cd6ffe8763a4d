-- A message sent twice is kept once: a digest of the sender's key and of what was written.
alter table contact_message add column sent_key text unique;
