-- What is not paid in time expires; it was called lapsed in three places. The owner's text of that mail gets its new name, and
-- the changes of it too, so that they can be undone. Only a previous version that is started again sends its standard text.
update catalogue_edition
   set shop_window = replace(shop_window::text, '"mails/order-lapsed":', '"mails/order-expired":')::jsonb
 where shop_window -> 'texts' ? 'mails/order-lapsed';
update operator_change
   set things = replace(things::text, '"mails/order-lapsed":', '"mails/order-expired":')::jsonb,
       summary = replace(summary, 'the text of the mail order-lapsed', 'the text of the mail order-expired')
 where kind = 'catalogue' and things::text like '%"mails/order-lapsed":%';
-- The old field stays in these events, because the previous version may deliver them.
update outbox set payload = payload || jsonb_build_object('expired', payload -> 'lapsed')
 where topic = 'order.goods-held-back' and payload ? 'lapsed';
