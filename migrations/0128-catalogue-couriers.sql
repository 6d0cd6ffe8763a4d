-- The couriers of a shop with several machines become part of its content, as those of every other shop do at its first start.
update catalogue_edition set shop_window = shop_window || jsonb_build_object('couriers', own_couriers.couriers)
  from own_couriers where not shop_window ? 'couriers';
