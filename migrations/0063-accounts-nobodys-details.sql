-- Accounts that lost their password with an order by phone before anyone had proved their mailbox kept what whoever had
-- registered them put there. No one can have entered them since: what is there is that person's, and goes.
update account set first_name = '', last_name = '', phone_number = ''
 where password_hash is null and email_proved_at is null and id in (select account_id from address_book);
delete from cart_line
 where account_id in (select id from account where password_hash is null and email_proved_at is null);
delete from address
 where account_id in (select id from account where password_hash is null and email_proved_at is null);
delete from address_book
 where account_id in (select id from account where password_hash is null and email_proved_at is null);
