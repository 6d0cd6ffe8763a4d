import { type Context, defineState } from "#platform/context.ts";
import { fillWords, getFieldValues } from "#shop/texts/server/index.ts";
import type { SpecialOffer } from "../special-offer.ts";

/** Pages do not show the empty offer (§2.6). */
export const NO_OFFER: SpecialOffer = { heading: "", points: [] };

const offer = defineState("merchandising.offer", NO_OFFER);

export const setSpecialOffer = offer.set;

export const getShownOffer = (context: Context): SpecialOffer => fillOffer(context, offer.get(context));

export function fillOffer(context: Context, { heading, points }: SpecialOffer): SpecialOffer {
  const values = getFieldValues(context);
  return {
    heading: fillWords(heading, values) ?? "",
    points: points.flatMap((point) => fillWords(point, values) ?? []),
  };
}
