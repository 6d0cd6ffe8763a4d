-- The first parcel of each order that was shipped before the table `parcel` existed.
insert into parcel (id, order_id, position, status, pieces, tracking, created_at, dispatched_at, delivered_at)
select id, id, 1, case when delivered_at is null then 'Sent' else 'Delivered' end,
       coalesce((select jsonb_agg(jsonb_build_object('productId', product_id, 'quantity', quantity - cancelled) order by line)
                   from order_line where order_line.order_id = orders.id and quantity > cancelled), '[]'),
       tracking, dispatched_at, dispatched_at, delivered_at
  from orders
 where tracking is not null and dispatched_at is not null
   and not exists (select from parcel where parcel.order_id = orders.id and not is_replacement);
-- The recipient of each invoice that was issued before its column existed.
update invoice
   set recipient = jsonb_build_object('shippingAddress', shipping_address, 'contact', contact, 'companyInvoice', company_invoice)
  from orders where orders.id = invoice.order_id and recipient is null;
