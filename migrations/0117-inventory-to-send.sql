-- The pieces of each product that are sold and still in the workshop: of paid orders, less what has left in a parcel, and of
-- replacements that wait to be sent. Whoever counts a shelf counts them too. The feature `orders` gives them to `inventory`.
create view piece_to_send as
  select product_id, sum(pieces)::int as pieces
    from (
      select line.product_id, line.quantity - line.cancelled as pieces
        from orders join order_line line on line.order_id = orders.id
       where orders.status = 'Processing' and (orders.dispatched_at is null or orders.partly_sent)
      union all
      select sent."productId", -sent.quantity
        from orders join parcel on parcel.order_id = orders.id and not parcel.is_replacement,
             jsonb_to_recordset(parcel.pieces) as sent ("productId" text, quantity int)
       where orders.status = 'Processing' and orders.partly_sent
      union all
      select waiting."productId", waiting.quantity
        from parcel, jsonb_to_recordset(parcel.pieces) as waiting ("productId" text, quantity int)
       where parcel.status = 'Waiting'
    ) each_piece
   group by product_id
  having sum(pieces) > 0;

-- Below 0 now means of every product that more is sold than lies on the shelf.
alter table stock drop constraint stock_on_hand_check;
