-- Made-up voices are known as such, so that the shop can say it once instead of in every name.
alter table testimonial add column sample boolean not null default false;

update testimonial
set sample = true, name = replace(name, 'Sample customer – ', '')
where account_id is null and name like 'Sample customer – %';
