import { toIsoDay } from "#contract/dates.ts";
import { type Context, defineState } from "#platform/context.ts";
import { fillWords, getFieldValues } from "#shop/texts/server/index.ts";
import type { SpecialOffer } from "../special-offer.ts";

/** An offer with its first and its last day, as ISO dates. */
export type DatedOffer = SpecialOffer & { from?: string; to?: string };

/** Pages do not show the empty offer (§2.6). */
export const NO_OFFER: DatedOffer = { heading: "", points: [] };

const offer = defineState("merchandising.offer", NO_OFFER);

export const setSpecialOffer = offer.set;

export function isOfferShown({ now }: Context, { from, to }: DatedOffer): boolean {
  const today = toIsoDay(now());
  return today >= (from ?? today) && today <= (to ?? today);
}

/** Returns the offer of today. Cached pages and responses expire at midnight. */
export function getShownOffer(context: Context): SpecialOffer {
  const stored = offer.get(context);
  return isOfferShown(context, stored) ? fillOffer(context, stored) : NO_OFFER;
}

export function fillOffer(context: Context, { heading, points }: SpecialOffer): SpecialOffer {
  const values = getFieldValues(context);
  return {
    heading: fillWords(heading, values) ?? "",
    points: points.flatMap((point) => fillWords(point, values) ?? []),
  };
}
