-- Links of the owner's mails that were used: each does one thing once. '*' is the moment until which all of them are ended.
create table operator_mail_link (
  -- What it does, to what, and when it was made, without its seal: nobody can open one by this.
  link text primary key,
  used_at timestamptz not null
);
