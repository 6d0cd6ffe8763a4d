-- The GST rate of a line, in percent, where it is not the order's: orders of goods that all have one rate keep it as their own.
alter table order_line add column gst_rate numeric(5, 2);
-- The last moment at which the rates in force were shown: a rate that began since makes the next revision.
alter table catalogue_edition add column taxed_at timestamptz;
