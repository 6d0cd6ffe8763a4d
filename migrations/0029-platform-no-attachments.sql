-- The processes of the shop speak to each other by NOTIFY alone; nothing of theirs is kept.
drop table socket_io_attachments;
