-- A saved address may have a name of its own, such as "Amma's house", and the name of who lives there; phone_number is then theirs.
alter table address add column label text;
alter table address add column recipient text;
