import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

/** The morning's digest for the owner is to be written; `day` is the shop's. */
export const ownerDigestDue = defineEvent("owner.digest-due", v.object({ day: v.string() }));

/** Few pieces of a product are left, for the first time since there were more. */
export const stockLow = defineEvent(
  "owner.stock-low",
  v.object({ productId: v.string(), title: v.string(), left: v.number() }),
);

/** The owner wants links to see to a product from a phone. */
export const productLinksDue = defineEvent("owner.product-links-due", v.object({ productId: v.string() }));
