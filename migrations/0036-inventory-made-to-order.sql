-- Breaks earlier versions: they raise reserved of goods made to order, which is refused now
-- Orders of goods made to order no longer raise a figure in their row, for which all of them would wait; what open
-- orders hold of these says the ledger.
update stock set reserved = 0 where on_hand is null;
alter table stock add constraint stock_made_to_order_check check (on_hand is not null or reserved = 0);
