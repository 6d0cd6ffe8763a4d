-- An order by phone asks for its money by a mail with a link: a window that was not opened yet is no trouble of the shop's.

alter table payment add column link_mailed boolean not null default false;
