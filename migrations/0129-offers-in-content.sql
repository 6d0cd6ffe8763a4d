-- The special offer becomes a part of the shop's content, as the offer cards are. The version before keeps its own table.
update catalogue_edition
   set shop_window = shop_window || jsonb_build_object('specialOffer', jsonb_build_object(
         'heading', special_offer.heading, 'points', special_offer.points, 'toConfirm', '[]'::jsonb))
  from special_offer where not shop_window ? 'specialOffer';
