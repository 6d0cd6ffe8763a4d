-- Whether the mailbox of who ordered was proved by then: those that were not share a part of what is scarce.
alter table order_hold add column unproven boolean not null default false;
create index order_hold_unproven on order_hold (product_id, held_at) where unproven;
