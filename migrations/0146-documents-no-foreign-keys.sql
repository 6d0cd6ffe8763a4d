-- Invoices and challans became a feature of their own, and no foreign key connects two features (decision 004).
alter table invoice drop constraint invoice_order_id_fkey;
alter table cancelled_invoice drop constraint cancelled_invoice_order_id_fkey;
alter table challan drop constraint challan_order_id_fkey, drop constraint challan_parcel_id_fkey;
