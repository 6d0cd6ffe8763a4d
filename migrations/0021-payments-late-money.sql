-- Payments that have lapsed here and can still be paid at a provider that closes nothing.
create index payment_lapsed on payment (expires_at) where status = 'Expired';
