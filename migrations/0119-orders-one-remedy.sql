-- Pieces that the coupon paid for go back without money: they are a row too, and have a credit note of ₹0.
alter table order_refund drop constraint order_refund_amount_check;
alter table order_refund add constraint order_refund_amount_check check (amount >= 0);

-- A replacement that was called off before it left: its parcel is gone, and its challan keeps its number.
alter table challan alter column parcel_id drop not null;
alter table challan add column cancelled_at timestamptz;
alter table challan add constraint challan_of_parcel check ((parcel_id is null) = (cancelled_at is not null));
