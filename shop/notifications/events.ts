import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/** It is time for the owner's daily mail. `day` is the date in the shop's time zone. */
export const ownerDigestDue = defineEvent("owner.digest-due", { day: v.string() });

/** A product is low in stock. The event is published once, and again only after the product was restocked. */
export const stockLow = defineEvent("owner.stock-low", {
  productId: v.string(),
  title: v.string(),
  left: v.number(),
});
