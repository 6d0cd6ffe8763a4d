import type { InferOutput } from "valibot";
import { fieldsOf, isObject, listOf, textOf } from "#contract/read.ts";
import type { specialOfferSchema } from "./answers.ts";

export type SpecialOffer = InferOutput<typeof specialOfferSchema>;

/** The offer as an answer has it; undefined for what is no object. */
export function specialOfferFrom(body: unknown): SpecialOffer | undefined {
  if (!isObject(body)) return undefined;
  const { heading, points } = fieldsOf(body);
  return { heading: textOf(heading), points: listOf(points, (point) => textOf(point) || null) };
}

/** What the promo banner says: the offer's heading, or 'Special Offer' (§2.2). */
export const promoHeading = (offer: Partial<SpecialOffer> | null): string =>
  offer?.heading || "Special Offer";

/** The box of the product page shows only when the offer has both heading and points (§2.6). */
export const hasOfferBox = (offer: Partial<SpecialOffer> | null): offer is SpecialOffer =>
  Boolean(offer?.heading && Array.isArray(offer.points) && offer.points.length > 0);
