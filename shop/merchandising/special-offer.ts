import type { InferOutput } from "valibot";
import { readFields, isObject, readEntries, readText } from "#contract/read.ts";
import type { specialOfferSchema } from "./response-schemas.ts";

export type SpecialOffer = InferOutput<typeof specialOfferSchema>;

export function parseSpecialOffer(body: unknown): SpecialOffer | undefined {
  if (!isObject(body)) return undefined;
  const { heading, points } = readFields(body);
  return { heading: readText(heading), points: readEntries(points, (point) => readText(point) || null) };
}

/** Returns the heading of the promo banner, by default 'Special Offer' (§2.2). */
export const getPromoHeading = (offer: Partial<SpecialOffer> | null): string =>
  offer?.heading || "Special Offer";

/** True if the offer has both parts that its box on product pages needs: a heading and points (§2.6). */
export const hasOfferBox = (offer: Partial<SpecialOffer> | null): offer is SpecialOffer =>
  Boolean(offer?.heading && Array.isArray(offer.points) && offer.points.length > 0);
