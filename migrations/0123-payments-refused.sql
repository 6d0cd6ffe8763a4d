-- A provider that takes no payment of the shop, or refuses one order's for good, is a finding too.
alter table payment_finding drop constraint payment_finding_kind_check;
alter table payment_finding add constraint payment_finding_kind_check check (
  kind in (
    'second-capture', 'dispute', 'mismatch', 'late-money', 'refund-mismatch', 'unknown-refund', 'dashboard-refund',
    'account-refused', 'payment-refused', 'flag'
  )
);
